import type { Getter } from '@platen/core'
import type { MetaKey } from '../../registrations/meta-keys.js'
import type { MetaRecord } from '../../storage/index.js'
import { emptyMapsAsLists } from './empty-maps.js'

/** A stored value as clients see it: `null` when it does not fit its schema (any more). */
function presentValue(key: MetaKey, value: unknown): unknown {
  if (key.compiled.validate(value, key.name) !== undefined) return null
  return emptyMapsAsLists(key.compiled.sanitize(value))
}

function presentKey(key: MetaKey, values: readonly MetaRecord[]): unknown {
  const own = values.filter(record => record.key === key.key)
  const [first] = own
  if (!key.single)
    return first === undefined && key.hasDefault ? [key.fallback] : own.map(({ value }) => presentValue(key, value))
  return first === undefined ? emptyMapsAsLists(key.fallback) : presentValue(key, first.value)
}

/**
 * The getters of the field `meta`: each key's value, or its default where nothing is stored; `[]` where there are no keys.
 * `metaOf` gives what is stored for a record.
 */
export function metaGetters<R, V>(
  keys: readonly MetaKey[],
  metaOf: (record: R, view: V) => readonly MetaRecord[],
): Getter<R, V> | Readonly<Record<string, Getter<R, V>>> {
  const shown = keys.filter(key => key.showInRest)
  if (shown.length === 0) return () => []
  return Object.fromEntries(shown.map(key => [key.name, (record: R, view: V) => presentKey(key, metaOf(record, view))]))
}
