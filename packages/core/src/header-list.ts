import { mergeVary } from './dispatch/cache-headers.js'
import { wellFormed } from './well-formed.js'

const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const UNPRINTABLE = /[^\t -~]/

/**
 * The headers of a response for an adapter: names and values in turn, with `further` headers of the adapter. Names that
 * are invalid are omitted, characters of values that headers cannot contain are percent-encoded, and `Vary` is merged.
 * Without a body, there is no `Content-Type`.
 */
export function headerList(
  headers: Readonly<Record<string, string>>,
  further: Readonly<Record<string, string>>,
  hasBody: boolean,
): string[] {
  const list: string[] = []
  for (const name in headers) {
    const value = name === 'Vary' ? mergeVary(String(headers[name]), further['Vary']) : String(headers[name])
    if (!NAME.test(name) || (!hasBody && name === 'Content-Type')) continue
    list.push(name, printable(value))
  }
  for (const name in further) {
    if (name !== 'Vary' || headers['Vary'] === undefined) list.push(name, printable(String(further[name])))
  }
  return list
}

const printable = (value: string): string =>
  UNPRINTABLE.test(value) ? wellFormed(value).replace(/[^\t -~]/gu, encodeURIComponent) : value
