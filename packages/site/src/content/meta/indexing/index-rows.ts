import type { SiteTime } from '../../../kernel/time/index.js'
import { shownValue } from '../meta-field.js'
import { AFTER_VALUES, BEFORE_VALUES, idText, indexText, valueAt } from './index-text.js'
import { type IndexedKey, reverseOf } from './indexed-keys.js'
import { isId, targetsIn } from './targets.js'

/** A row of the index. */
export interface IndexRow {
  readonly key: string
  readonly object: number
  readonly at: number
  readonly value: string
  readonly label: string
}

/** The stored values of an object's keys. */
export interface StoredMeta {
  readonly key: string
  readonly value: unknown
}

/** The most characters of a label. */
const LABEL_LENGTH = 200

/**
 * The rows of an object for one declared key, and, for each object that it refers to, a row of that one: see
 * `reverseOf`. An object without a value has a row that comes before all values, and, if
 * objects are sorted by the key, another that comes after them: in both directions, it comes last.
 */
export function rowsOf(
  indexed: IndexedKey,
  object: number,
  stored: readonly StoredMeta[],
  time: SiteTime,
): readonly IndexRow[] {
  const { id, key, path, type, isMany } = indexed
  const ofKey = stored.filter(record => record.key === key.key)
  const shown = key.single ? ofKey.slice(0, 1) : ofKey
  const values =
    shown.length === 0 && key.hasDefault ? [key.fallback] : shown.map(({ value }) => shownValue(key, value))
  const labels = new Map<string, string>()
  for (const value of values) {
    const part = valueAt(value, path)
    for (const each of Array.isArray(part) ? part : [part]) {
      const isNone = key.refersTo !== undefined && !isId(each)
      const text = isNone ? undefined : indexText(type, each, time)
      if (text !== undefined && !labels.has(text)) labels.set(text, key.facet ? labelOf(each) : '')
    }
  }
  if (labels.size > 0)
    return [
      ...[...labels].map(([value, label], at) => ({ key: id, object, at, value, label })),
      ...(key.refersTo === undefined ? [] : targetsIn(key, shown)).map(target => reverseRow(indexed, object, target)),
    ]
  const none = { key: id, object, label: '' }
  return [
    { ...none, at: 0, value: BEFORE_VALUES },
    ...(key.sortable && !isMany ? [{ ...none, at: 1, value: AFTER_VALUES }] : []),
  ]
}

/** The row of an object that another one, the source, refers to by a key. */
const reverseRow = (key: IndexedKey, source: number, target: number): IndexRow => ({
  key: reverseOf(key),
  object: target,
  at: source,
  value: idText(source),
  label: '',
})

const labelOf = (value: unknown): string => String(value).replaceAll('\0', '').slice(0, LABEL_LENGTH).toWellFormed()
