import { type EmptyObjects, type Getter, presentEmptyObjects } from '@platen/core'
import type { MetaKey } from '../registrations/meta-keys.js'
import type { MetaRecord } from '../storage/index.js'

/** A stored value as clients see it: `null` when it does not fit its schema (any more). */
function presentValue(key: MetaKey, value: unknown, empty: EmptyObjects): unknown {
  if (key.compiled.validate(value, key.name) !== undefined) return null
  return presentEmptyObjects(key.compiled.sanitize(value), empty)
}

function presentKey(key: MetaKey, values: readonly MetaRecord[], empty: EmptyObjects): unknown {
  const own = values.filter(record => record.key === key.key)
  const [first] = own
  if (!key.single)
    return first === undefined && key.hasDefault
      ? [key.fallback]
      : own.map(({ value }) => presentValue(key, value, empty))
  return first === undefined ? presentEmptyObjects(key.fallback, empty) : presentValue(key, first.value, empty)
}

/**
 * The getters of the field `meta`: each key's value, or its default where nothing is stored. `metaOf` gives what is stored for a
 * record, `empty` is how an object without properties is written.
 */
export function metaGetters<R, V>(
  keys: readonly MetaKey[],
  metaOf: (record: R, view: V) => readonly MetaRecord[],
  empty: EmptyObjects,
): Getter<R, V> | Readonly<Record<string, Getter<R, V>>> {
  const shown = keys.filter(key => key.showInRest)
  if (shown.length === 0) return () => presentEmptyObjects({}, empty)
  return Object.fromEntries(
    shown.map(key => [key.name, (record: R, view: V) => presentKey(key, metaOf(record, view), empty)]),
  )
}
