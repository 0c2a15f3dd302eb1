import { type CompiledSchema, compileSchema, type Schema } from '@platen/core'
import type { BlockRegistry, BlockType } from './block-types.js'
import { plainChange, registerCoreBlocks } from './core-blocks.js'

const validName = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/

/** Where an editor finds a value in the saved HTML: shown with the schema of an attribute, no part of it. */
const SOURCES = new Set(['source', 'selector', 'attribute', 'query', 'meta', 'multiline', 'role'])

const schemaOf = (attribute: Schema): Schema =>
  Object.fromEntries(Object.entries(attribute).filter(([word]) => !SOURCES.has(word)))

const attributePreparer = (
  schemas: Readonly<Record<string, Schema>>,
  compile: (schema: Schema) => CompiledSchema,
): BlockType['prepareAttributes'] => {
  const compiled: [string, Schema, CompiledSchema][] = Object.entries(schemas).map(([name, schema]) => [
    name,
    schema,
    compile(schemaOf(schema)),
  ])
  return given => {
    const attributes: Record<string, unknown> = { ...given }
    for (const [name, schema, { validate, sanitize }] of compiled) {
      const value = attributes[name]
      if (value !== undefined && validate(value, name) === undefined) attributes[name] = sanitize(value)
      else if (schema.default !== undefined) attributes[name] = schema.default
      else delete attributes[name]
    }
    return attributes
  }
}

/** A registry that knows the usual static blocks (`core/paragraph` …) and what is changed of them on their way out. */
export function createBlockRegistry(compile: (schema: Schema) => CompiledSchema = compileSchema): BlockRegistry {
  const types = new Map<string, BlockType>()
  const registry: BlockRegistry = {
    register(definition) {
      if (!validName.test(definition.name)) throw new TypeError(`A block is named namespace/name: ${definition.name}`)
      types.set(definition.name, {
        definition,
        isDynamic: definition.render !== undefined,
        plainChange: definition.render === undefined ? plainChange(definition.adjust) : undefined,
        prepareAttributes: attributePreparer(definition.attributes ?? {}, compile),
      })
    },
    unregister: name => void types.delete(name),
    get: name => types.get(name),
    all: () => [...types.values()],
  }
  registerCoreBlocks(registry)
  return registry
}
