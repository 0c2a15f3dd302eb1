import { rebasedSchema, type Schema } from '@platen/core'
import type { MetaKey } from '../registrations/meta-keys.js'

/** The schema of what clients see of one key. */
function schemaOf(key: MetaKey): Schema {
  return key.single ? key.valueSchema : { type: 'array', items: rebasedSchema(key.valueSchema, 'items') }
}

/**
 * The schema of the field `meta`: a property for each key that clients see. The field must use `skipValidation` as an argument:
 * `planMetaWrite` refuses values one by one, with the validator's own codes.
 */
export function metaSchema(keys: readonly MetaKey[]): Schema {
  const shown = keys.filter(key => key.showInRest)
  const properties = Object.fromEntries(
    shown.map(key => [key.name, rebasedSchema(schemaOf(key), 'properties', key.name)]),
  )
  return {
    description: 'Meta values by name.',
    type: 'object',
    properties,
  }
}
