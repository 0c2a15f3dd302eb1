import { mergeVary, type RestResponse } from '@platen/core'

const bodiless = new Set([204, 205, 304])

/**
 * An answer as a `Response`. A preflight is answered with success: browsers send it without credentials, so that what it
 * leads to says nothing.
 */
export function toResponse(
  answer: RestResponse,
  { method }: Pick<Request, 'method'>,
  further: Readonly<Record<string, string>>,
  isPreflight: boolean,
): Response {
  const status = isPreflight && answer.status >= 400 ? 204 : answer.status
  const isEmpty = bodiless.has(status)
  const headers = new Headers()
  for (const [name, value] of Object.entries({ ...answer.headers, ...further })) {
    if (isEmpty && name === 'Content-Type') continue
    trySet(headers, name, name === 'Vary' ? mergeVary(answer.headers['Vary'], further['Vary']) : value)
  }
  return new Response(isEmpty || method === 'HEAD' ? null : sent(answer), { status, headers })
}

/** What is sent: a text, or the bytes of a file or of a compressed text. */
function sent({ headers, bytes, encoded, text }: RestResponse): string | Uint8Array<ArrayBuffer> {
  const given = bytes ?? (headers['Content-Encoding'] === undefined ? undefined : encoded)
  return given === undefined ? text() : new Uint8Array(given)
}

/** A header that no response can carry is left out. */
function trySet(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    // Names and values come from handlers too: one that is wrong must not cost the answer.
  }
}
