const beyondAscii = /[^\t -~]/

/** Each character of a header value is one byte; clients that send non-ASCII bytes mean UTF-8. */
export function requestHeaders(given: Headers): Record<string, string> {
  const headers: Record<string, string> = {}
  given.forEach((value, name) => {
    headers[name] = beyondAscii.test(value) ? fromLatin1(value) : value
  })
  return headers
}

function fromLatin1(value: string): string {
  return new TextDecoder().decode(Uint8Array.from(value, character => character.charCodeAt(0)))
}
