import type { ServerResponse } from 'node:http'
import type { RestResponse } from '@platen/core'

/** Sends an answer, unless the client has gone. Whatever its headers hold, they cannot break out of their lines. */
export function writeResponse(res: ServerResponse, response: Pick<RestResponse, 'status' | 'headers' | 'text'>): void {
  const body = response.status === 204 || response.status === 304 ? undefined : response.text()
  if (res.destroyed || res.headersSent) return void res.destroy()
  for (const [name, value] of Object.entries(response.headers)) {
    const before = name.toLowerCase() === 'vary' ? res.getHeader('Vary') : undefined
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) res.setHeader(name, printable(before ? `${value}, ${before}` : value))
  }
  res.statusCode = response.status
  if (body === undefined) res.removeHeader('Content-Type')
  else if (body !== '' || res.req.method !== 'HEAD') res.setHeader('Content-Length', Buffer.byteLength(body))
  if (response.status !== 413 || res.req.complete) return void res.end(body)
  // Closing now, with bytes on their way, would reset the connection and take the answer away from the client: it may
  // go on sending for two seconds.
  res.shouldKeepAlive = false
  res.write(body)
  res.req.once('end', () => res.end())
  setTimeout(() => res.end(), 2000).unref()
}

// By way of bytes, since half a pair of surrogates could not be escaped.
const printable = (value: string) => `${Buffer.from(value)}`.replace(/[^\t -~]/gu, encodeURIComponent)
