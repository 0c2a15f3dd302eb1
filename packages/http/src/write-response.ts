import type { ServerResponse } from 'node:http'
import type { RestResponse } from '@platen/core'

/** Sends an answer, unless the client has gone. Whatever its headers hold, they cannot break out of their lines. */
export function writeResponse(
  res: ServerResponse,
  answer: RestResponse,
  further: Readonly<Record<string, string>>,
): void {
  const { status, headers } = answer
  const body = status === 204 || status === 304 ? undefined : answer.text()
  if (res.destroyed || res.headersSent) return void res.destroy()
  const all: Record<string, string | number> = { ...further }
  for (const name in headers) {
    const value = name === 'Vary' && further['Vary'] ? `${headers[name]}, ${further['Vary']}` : String(headers[name])
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) all[name] = /[^\t -~]/.test(value) ? printable(value) : value
  }
  if (body === undefined) delete all['Content-Type']
  else if (body !== '' || res.req.method !== 'HEAD') all['Content-Length'] = Buffer.byteLength(body)
  const lingers = status === 413 && !res.req.complete
  if (lingers) res.shouldKeepAlive = false
  res.writeHead(status, all)
  if (!lingers) return void res.end(body)
  // Closing now, with bytes on their way, would reset the connection and take the answer away from the client: it may
  // go on sending for two seconds.
  res.write(body)
  res.req.once('end', () => res.end())
  setTimeout(() => res.end(), 2000).unref()
}

// By way of bytes, since half a pair of surrogates could not be escaped.
const printable = (value: string) => `${Buffer.from(value)}`.replace(/[^\t -~]/gu, encodeURIComponent)
