import { fold } from '@platen/storage'
import { isMap } from '../../../kernel/text/index.js'
import { readDate, type SiteTime } from '../../../kernel/time/index.js'

/** How the values of a key compare: as numbers, truth values, moments, or texts as search compares them. */
export type IndexedType = 'number' | 'boolean' | 'moment' | 'text'

/** Stands for no value, before and after all values. */
export const BEFORE_VALUES = ''
export const AFTER_VALUES = '>'

/** Begins the text of each value. */
const VALUE = '='
/** Longer texts sort by their beginning, in UTF-16 code units. Filters refuse them, because none would equal another. */
export const COMPARED_LENGTH = 200
/** Ends the beginning of a longer text, so that no whole text is equal to it. */
const CUT = '\u0001'

/** The text of a value, which sorts like the values of its type; `undefined` if the value is not of the type. */
export function indexText(type: IndexedType, value: unknown, time: SiteTime): string | undefined {
  const text = textOf[type](value, time)
  return text === undefined ? undefined : `${VALUE}${text}`
}

/** The text of an id. */
export const idText = (id: number): string => `${VALUE}${numberText(id)}`

/** The texts of values that begin with a text: from the first, to before the second. */
export const textsThatStartWith = (text: string): readonly [string, string] => {
  const start = `${VALUE}${fold(text).replaceAll('\0', '')}`
  return [start, `${start}\u{10ffff}`]
}

const textOf: Readonly<Record<IndexedType, (value: unknown, time: SiteTime) => string | undefined>> = {
  number: value => (typeof value === 'number' && !Number.isNaN(value) ? numberText(value) : undefined),
  boolean: value => (typeof value === 'boolean' ? String(Number(value)) : undefined),
  moment: (value, time) => (typeof value === 'string' ? momentText(value, time) : undefined),
  text: value => (typeof value === 'string' ? shortText(fold(value)) : undefined),
}

/** The bits of the number as hexadecimal digits: inverted if it is negative, otherwise with the sign bit set. */
function numberText(value: number): string {
  const view = new DataView(new ArrayBuffer(8))
  // Both zeros are equal.
  view.setFloat64(0, value + 0)
  const bits = view.getBigUint64(0)
  const sortable = bits >> 63n === 1n ? ~bits & ALL_BITS : bits | SIGN_BIT
  return sortable.toString(16).padStart(16, '0')
}

const SIGN_BIT = 1n << 63n
const ALL_BITS = (1n << 64n) - 1n

/** The moment in UTC, to the second; a date and time without an offset is the site's. */
function momentText(value: string, time: SiteTime): string | undefined {
  try {
    return readDate(value, time).utc
  } catch {
    return undefined
  }
}

function shortText(text: string): string {
  // Not every database has texts with this character.
  const storable = text.replaceAll('\0', '')
  if (storable.length <= COMPARED_LENGTH) return storable
  const isSplit = (storable.codePointAt(COMPARED_LENGTH - 1) ?? 0) > 0xffff
  return storable.slice(0, isSplit ? COMPARED_LENGTH - 1 : COMPARED_LENGTH) + CUT
}

/** The value of an object at a path of properties. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const name of path) at = isMap(at) && Object.hasOwn(at, name) ? at[name] : undefined
  return at
}
