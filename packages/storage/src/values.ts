import type { Column } from './collections/columns.js'
import { StoreError } from './store-error.js'

/** Text in the form that stores accept: lone surrogates and NUL, which not every database can store, are replaced. */
function storableText(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  return whole.isWellFormed() ? whole : whole.toWellFormed()
}

const DATE = /^(\d{4})-(0[1-9]|1[0-2])-([0-2]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}$/

function isDate(text: string): boolean {
  const [found, year, month, day] = DATE.exec(text) ?? []
  if (found === undefined) return false
  // The last day of the month is day 0 of the next one.
  return day !== '00' && (Number(day) <= 28 || Number(day) <= daysOf(Number(year), Number(month)))
}

function daysOf(year: number, month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 0)
  return date.getUTCDate()
}

/**
 * The stored value of a column: the default or `null` if there is no value, and texts in the form that databases
 * accept. Throws a `StoreError` with the code `invalid` for a text in a column of dates that is not one, and not its default.
 */
export function storableValue(
  { kind, date, nullable, default: byDefault }: Column,
  value: unknown,
  field: string,
): unknown {
  const given = (value === undefined ? byDefault : value) ?? null
  if (date && given !== byDefault && !(given === null && nullable) && !(typeof given === 'string' && isDate(given)))
    throw new StoreError('invalid', `${field} must be a date such as 2024-05-31T18:30:00.`, { field })
  return typeof given === 'string' && kind !== 'json' ? storableText(given) : given
}

/** A value as JSON; what JSON cannot express is `null`. */
export const jsonText = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** A deeply frozen value of JSON. */
export const parseJson = (text: unknown): unknown => freezeDeep(JSON.parse(String(text)))

/** A deeply frozen copy of a value after a JSON round trip. */
export const frozenJson = (value: unknown): unknown =>
  value === null || typeof value === 'string' || typeof value === 'boolean' ? value : parseJson(jsonText(value))

function freezeDeep(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) freezeDeep(part)
  return Object.freeze(value)
}
