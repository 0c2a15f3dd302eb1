import stringify from 'fast-json-stable-stringify'
import { RestError } from './rest-error.js'
import { MAX_DEPTH, sizeOf } from './schema/value-size.js'

/**
 * Writes a value as JSON with sorted property names: equal values have equal texts, whatever the order of their
 * properties. `undefined` is `null`. Throws a `RestError` with status 400 for what cannot be written: values nested
 * deeper than 512 levels, or containing themselves.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value)
  if (sizeOf(value) === undefined)
    throw new RestError('rest_invalid_json', `A value is nested more than ${MAX_DEPTH} levels deep.`, 400)
  try {
    return stringify(value) ?? 'null'
  } catch (cause) {
    throw new RestError('rest_invalid_json', 'A value cannot be written as JSON.', 400, { cause })
  }
}
