import type { Column } from './columns.js'

/** Text in the form that stores accept: lone surrogates and NUL, which not every database can store, are replaced. */
function storableText(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  return whole.isWellFormed() ? whole : whole.toWellFormed()
}

/**
 * The stored value of a column: the default or `null` if there is no value, and texts in the form that databases
 * accept.
 */
export function storableValue({ kind, default: byDefault }: Column, value: unknown): unknown {
  const given = (value === undefined ? byDefault : value) ?? null
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
