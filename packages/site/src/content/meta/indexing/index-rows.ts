import type { SiteTime } from '../../../kernel/time/index.js'
import { shownValue } from '../meta-field.js'
import { AFTER_VALUES, BEFORE_VALUES, indexText, valueAt } from './index-text.js'
import type { IndexedKey } from './indexed-keys.js'

/** A row of the index without its object. */
export interface IndexRow {
  readonly key: string
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
 * The rows of an object for one declared key. An object without a value has a row that comes before all values, and, if
 * objects are sorted by the key, another that comes after them: in both directions, it comes last.
 */
export function rowsOf(indexed: IndexedKey, stored: readonly StoredMeta[], time: SiteTime): readonly IndexRow[] {
  const { id, key, path, type, isMany } = indexed
  const ofKey = stored.filter(record => record.key === key.key)
  const shown = key.single ? ofKey.slice(0, 1) : ofKey
  const values =
    shown.length === 0 && key.hasDefault ? [key.fallback] : shown.map(({ value }) => shownValue(key, value))
  const labels = new Map<string, string>()
  for (const value of values) {
    const part = valueAt(value, path)
    for (const each of Array.isArray(part) ? part : [part]) {
      const text = indexText(type, each, time)
      if (text !== undefined && !labels.has(text)) labels.set(text, key.facet ? labelOf(each) : '')
    }
  }
  if (labels.size > 0) return [...labels].map(([value, label], at) => ({ key: id, at, value, label }))
  const none = { key: id, label: '' }
  return [
    { ...none, at: 0, value: BEFORE_VALUES },
    ...(key.sortable && !isMany ? [{ ...none, at: 1, value: AFTER_VALUES }] : []),
  ]
}

const labelOf = (value: unknown): string => String(value).replaceAll('\0', '').slice(0, LABEL_LENGTH).toWellFormed()
