import { RestError } from '../rest-error.js'

type Query = Readonly<Record<string, unknown>>

// As on other servers of this interface, `0` counts as absent.
const isAbsent = (name: unknown): boolean => name === undefined || name === null || name === '' || name === '0'

const isCallback = (name: unknown): name is string => typeof name === 'string' && /^[a-zA-Z0-9_.]+$/.test(name)

/** Whether a request has an invalid callback: its status is always 400. */
export const hasInvalidCallback = ({ _jsonp: name }: Query): boolean => !isAbsent(name) && !isCallback(name)

/** The callback of a JSONP request; throws for an invalid name (specification section 4.1). */
export function jsonpCallback({ _jsonp: name }: Query): string | undefined {
  if (isAbsent(name)) return undefined
  if (isCallback(name)) return name
  throw new RestError(
    'rest_callback_invalid',
    'The name of the callback contains characters that are not allowed.',
    400,
  )
}

/** Wraps JSON in a call. The leading comment prevents content sniffing. */
export const wrapJsonp = (callback: string, text: string): string =>
  `/**/${callback}(${text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')})`
