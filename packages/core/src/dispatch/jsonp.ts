import { RestError } from '../rest-error.js'

/** The callback of a JSONP request; an invalid one is an error (specification section 4.1). */
export function jsonpCallback(query: Readonly<Record<string, unknown>>): string | undefined {
  const name = query['_jsonp']
  // Nothing is called by the number zero.
  if (typeof name !== 'string' || name === '' || name === '0') return undefined
  if (/^[a-zA-Z0-9_.]+$/.test(name)) return name
  throw new RestError('rest_callback_invalid', 'The name of the callback has characters that are not allowed.', 400)
}

/** Wraps an answer as a call; the comment keeps the text from being taken for anything but script. */
export const wrapJsonp = (callback: string, text: string): string =>
  `/**/${callback}(${text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')})`
