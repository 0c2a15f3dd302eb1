import { RestError } from '../rest-error.js'

/** The callback of a JSONP request; throws for an invalid name (specification section 4.1). */
export function jsonpCallback(query: Readonly<Record<string, unknown>>): string | undefined {
  const name = query['_jsonp']
  // As on other servers of this interface, `0` counts as absent.
  if (name === undefined || name === null || name === '' || name === '0') return undefined
  if (typeof name === 'string' && /^[a-zA-Z0-9_.]+$/.test(name)) return name
  throw new RestError('rest_callback_invalid', 'The name of the callback has characters that are not allowed.', 400)
}

/** Wraps JSON in a call. The leading comment prevents content sniffing. */
export const wrapJsonp = (callback: string, text: string): string =>
  `/**/${callback}(${text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')})`
