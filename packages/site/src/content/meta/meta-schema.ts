import { rebasedSchema, type Schema } from '@platen/core'
import type { MetaKey } from './meta-keys.js'

/** The schema of one key in requests and responses. */
function schemaOf(key: MetaKey): Schema {
  return key.single ? key.valueSchema : { type: 'array', items: rebasedSchema(key.valueSchema, 'items') }
}

/** The schema of the field `meta`. The field must set `skipValidation`: `planMetaWrite` validates each value. */
export function metaSchema(keys: readonly MetaKey[]): Schema {
  const visible = keys.filter(key => key.showInRest)
  const properties = Object.fromEntries(
    visible.map(key => [key.name, rebasedSchema(schemaOf(key), 'properties', key.name)]),
  )
  return {
    description: 'Meta values by name.',
    type: 'object',
    properties,
  }
}
