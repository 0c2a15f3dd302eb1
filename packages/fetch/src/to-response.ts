import { mergeVary, type RestResponse } from '@platen/core'

const bodiless = new Set([204, 205, 304])

/**
 * Converts a response to a `Response`. Preflights always succeed: browsers send them without credentials, so an error
 * would be meaningless.
 */
export function toResponse(
  response: RestResponse,
  { method }: Pick<Request, 'method'>,
  further: Readonly<Record<string, string>>,
  isPreflight: boolean,
): Response {
  const status = isPreflight && response.status >= 400 ? 204 : response.status
  const isEmpty = bodiless.has(status)
  const headers = new Headers()
  for (const [name, value] of Object.entries({ ...response.headers, ...further })) {
    if (isEmpty && name === 'Content-Type') continue
    trySet(headers, name, name === 'Vary' ? mergeVary(response.headers['Vary'], further['Vary']) : value)
  }
  return new Response(isEmpty || method === 'HEAD' ? null : sent(response), { status, headers })
}

/** The body that is sent: a text, or the bytes of a file or of a compressed text. */
function sent({ headers, bytes, encoded, text }: RestResponse): string | Uint8Array<ArrayBuffer> {
  const given = bytes ?? (headers['Content-Encoding'] === undefined ? undefined : encoded)
  return given === undefined ? text() : new Uint8Array(given)
}

/** Omits a header that a response cannot contain. */
function trySet(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    // Names and values also come from handlers: an invalid one must not fail the response.
  }
}
