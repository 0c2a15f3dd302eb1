import { headerText } from '@platen/core'

/** The headers of a request by their names in lower case. */
export function requestHeaders(given: Headers): Record<string, string> {
  const headers: Record<string, string> = {}
  given.forEach((value, name) => {
    headers[name] = headerText(value)
  })
  return headers
}
