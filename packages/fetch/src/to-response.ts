import { headerList, type RestResponse } from '@platen/core'

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
  const list = headerList(response.headers, further, !isEmpty)
  for (let at = 0; at < list.length; at += 2) headers.set(String(list[at]), String(list[at + 1]))
  return new Response(isEmpty || method === 'HEAD' ? null : sent(response), { status, headers })
}

/** The body that is sent: a text, or the bytes of a file or of a compressed text. */
function sent({ headers, bytes, encoded, text }: RestResponse): string | Uint8Array<ArrayBuffer> {
  const given = bytes ?? (headers['Content-Encoding'] === undefined ? undefined : encoded)
  return given === undefined ? text() : new Uint8Array(given)
}
