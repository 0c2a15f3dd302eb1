import { rebasedSchema, type Schema } from '@platen/core'
import type { MetaKey } from '../registrations/meta-keys.js'

/** The schema of one key in requests and responses. */
function schemaOf(key: MetaKey): Schema {
  return key.single ? key.valueSchema : { type: 'array', items: rebasedSchema(key.valueSchema, 'items') }
}

/**
 * The schema of the field `meta`, with a property per key shown in REST. The field must set `skipValidation`, because
 * `planMetaWrite` validates each value and reports the validator's own codes.
 */
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
