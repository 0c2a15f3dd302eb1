import stringify from 'fast-json-stable-stringify'
import { RestError } from './rest-error.js'
import { MAX_DEPTH, sizeOf } from './schema/value-size.js'

/**
 * Writes a value as JSON with sorted property names, so that equal values have equal texts. `undefined` becomes `null`.
 * Throws a `RestError` with status 400 for a value that nests deeper than 512 levels or contains itself.
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
