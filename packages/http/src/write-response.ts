import type { ServerResponse } from 'node:http'
import type { RestResponse } from '@platen/core'

const sound = new Set<string>()
const token = /^[\w!#$%&'*+.^`|~-]+$/
const unprintable = /[^\t -~]/

/** Sends an answer, unless the client has gone. Whatever its headers hold, they cannot break out of their lines. */
export function writeResponse(
  res: ServerResponse,
  response: Pick<RestResponse, 'status' | 'headers' | 'text'>,
  further: Readonly<Record<string, string>>,
): void {
  const { status } = response
  const body = status === 204 || status === 304 ? undefined : response.text()
  if (res.destroyed || res.headersSent) return void res.destroy()
  const headers: Record<string, string | number> = { ...further }
  for (const name in response.headers) {
    const value = response.headers[name] as string
    if (!isSound(name) || (body === undefined && name === 'Content-Type')) continue
    const both = name === 'Vary' && further['Vary'] !== undefined ? `${value}, ${further['Vary']}` : value
    headers[name] = unprintable.test(both) ? printable(both) : both
  }
  if (body !== undefined && (body !== '' || res.req.method !== 'HEAD'))
    headers['Content-Length'] = Buffer.byteLength(body)
  if (status !== 413 || res.req.complete) {
    res.writeHead(status, headers)
    return void res.end(body)
  }
  // Closing now, with bytes on their way, would reset the connection and take the answer away from the client: it may
  // go on sending for two seconds.
  res.shouldKeepAlive = false
  res.writeHead(status, headers)
  res.write(body)
  res.req.once('end', () => res.end())
  setTimeout(() => res.end(), 2000).unref()
}

// The names of headers are few: each is looked at once.
const isSound = (name: string) => sound.has(name) || (token.test(name) && sound.size < 1000 && Boolean(sound.add(name)))

// By way of bytes, since half a pair of surrogates could not be escaped.
const printable = (value: string) => `${Buffer.from(value)}`.replace(/[^\t -~]/gu, encodeURIComponent)
