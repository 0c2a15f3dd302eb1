import type { CompiledSchema, RestError } from '@platen/core'
import { type BlockType, type BlockValues, valueSchema } from '@platen/rendering'
import type { SiteContext } from '../../kernel/context/index.js'
import { isMap } from '../../kernel/text/index.js'

/** The compiled schema of all attributes of a block type together. */
interface AttributesSchema {
  validate(value: unknown, param: string): RestError | undefined
  /** Converts valid attributes to the types of their schemas. */
  read(value: unknown): BlockValues
}

/** Returns the schemas of the attributes of block types, each compiled at its first use. Other attributes are refused. */
export function attributeSchemas(site: SiteContext): (type: BlockType) => AttributesSchema {
  const compiled = new WeakMap<BlockType, CompiledSchema>()
  const compile = (type: BlockType): CompiledSchema =>
    site.compile({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(type.attributes).map(([name, attribute]) => [name, valueSchema(attribute)]),
      ),
      additionalProperties: false,
    })
  return type => {
    const schema = compiled.get(type) ?? compile(type)
    compiled.set(type, schema)
    return {
      validate: schema.validate,
      read(value) {
        const sanitized = schema.sanitize(value)
        return isMap(sanitized) ? sanitized : {}
      },
    }
  }
}
