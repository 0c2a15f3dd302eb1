import type { Schema } from '@platen/core'
import type { MetaKey } from '../../registrations/meta-keys.js'

/** The schema of what clients see of one key. */
function schemaOf(key: MetaKey): Schema {
  return key.single ? key.valueSchema : { type: 'array', items: key.valueSchema }
}

/** Clients of this interface know a schema without properties by this; validation never sees it. */
const NO_PROPERTIES = [] as unknown as Readonly<Record<string, Schema>>

/**
 * The schema of the field `meta`: a property for each key that clients see. The field must be `unchecked` as an argument:
 * `planMetaWrite` refuses values one by one, with the validator's own codes.
 */
export function metaSchema(keys: readonly MetaKey[]): Schema {
  const shown = keys.filter(key => key.showInRest)
  const properties = Object.fromEntries(shown.map(key => [key.name, schemaOf(key)]))
  return {
    description: 'Meta values by name.',
    type: 'object',
    properties: shown.length === 0 ? NO_PROPERTIES : properties,
  }
}
