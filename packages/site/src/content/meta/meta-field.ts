import { type EmptyObjects, type Getter, presentEmptyObjects, rebasedSchema, type Schema } from '@platen/core'
import type { SitePrincipal } from '../../kernel/context/index.js'
import type { MetaRecord } from '../../kernel/records/index.js'
import { readEmptyValues } from './empty-values.js'
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

/** Whether moments have an offset depends on what was stored. */
const withoutMoments = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'format' && value === 'date-time' ? undefined : value)))

/** The schema of the field `meta` in responses: without the keys that a caller may not read, and with null for invalid values. */
export function shownMetaSchema(keys: readonly MetaKey[]): Schema {
  const { properties = {}, ...schema } = withoutMoments(metaSchema(keys))
  const isNull = ({ single, fallback, compiled, name }: MetaKey) =>
    single && compiled.validate(fallback, name) !== undefined
  const shown = keys
    .filter(({ showInRest }) => showInRest)
    .map((key): readonly [string, Schema] => {
      const own = properties[key.name] ?? {}
      return [key.name, isNull(key) ? { anyOf: [own, { type: 'null' }] } : own]
    })
  return { ...schema, properties: Object.fromEntries(shown) }
}

/** A stored value of a key as it is shown; `undefined` if it does not match its schema. */
export function shownValue(key: MetaKey, stored: unknown): unknown {
  const value = readEmptyValues(key.valueSchema, stored)
  return key.compiled.validate(value, key.name) === undefined ? key.compiled.sanitize(value) : undefined
}

/** A stored value for clients; `null` if it does not match its schema. */
function presentValue(key: MetaKey, stored: unknown, empty: EmptyObjects): unknown {
  const value = shownValue(key, stored)
  return value === undefined ? null : presentEmptyObjects(value, empty)
}

/** The value of a meta key for clients, from the stored meta of an object. */
export function presentMeta(key: MetaKey, values: readonly MetaRecord[], empty: EmptyObjects): unknown {
  const ofKey = values.filter(record => record.key === key.key)
  const [first] = ofKey
  if (!key.single)
    return first === undefined && key.hasDefault
      ? [key.fallback]
      : ofKey.map(({ value }) => presentValue(key, value, empty))
  return first === undefined ? presentEmptyObjects(key.fallback, empty) : presentValue(key, first.value, empty)
}

/**
 * The getters of the field `meta`, without keys that the caller may not read. `metaOf` returns the stored meta that may be shown for a key; `empty` serializes empty
 * objects.
 */
export function metaGetters<R, V extends { readonly principal: SitePrincipal }>(
  keys: readonly MetaKey[],
  metaOf: (record: R, view: V, key: MetaKey) => readonly MetaRecord[],
  empty: EmptyObjects,
): Getter<R, V> | Readonly<Record<string, Getter<R, V>>> {
  const visible = keys.filter(key => key.showInRest)
  if (visible.length === 0) return () => presentEmptyObjects({}, empty)
  return Object.fromEntries(
    visible.map(key => [
      key.name,
      (record: R, view: V) =>
        key.authorizeRead(view.principal) ? presentMeta(key, metaOf(record, view, key), empty) : undefined,
    ]),
  )
}
