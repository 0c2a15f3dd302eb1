import type { ServerResponse } from 'node:http'
import type { RestResponse } from '@platen/core'

const unprintable = /[^\t -~]/

/** Sends an answer, unless the client has gone. Whatever its headers hold, they cannot break out of their lines. */
export function writeResponse(res: ServerResponse, answer: RestResponse, further: readonly string[]): void {
  const { status, headers } = answer
  const body = status === 204 || status === 304 ? undefined : answer.text()
  if (res.destroyed || res.headersSent) return void res.destroy()
  const all: (string | number)[] = []
  const vary = further.indexOf('Vary')
  for (const name in headers) {
    const value = name === 'Vary' && vary >= 0 ? `${headers[name]}, ${further[vary + 1]}` : String(headers[name])
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || (body === undefined && name === 'Content-Type')) continue
    all.push(name, unprintable.test(value) ? printable(value) : value)
  }
  if (body !== undefined && (body !== '' || res.req.method !== 'HEAD'))
    all.push('Content-Length', Buffer.byteLength(body))
  all.push(...(headers['Vary'] && vary >= 0 ? further.toSpliced(vary, 2) : further))
  const lingers = status === 413 && !res.req.complete
  if (lingers) res.shouldKeepAlive = false
  res.writeHead(status, all as string[])
  if (!lingers) return void res.end(body)
  // Closing now, with bytes on their way, would reset the connection and take the answer away from the client: it may
  // go on sending for two seconds.
  res.write(body)
  res.req.once('end', () => res.end())
  setTimeout(() => res.end(), 2000).unref()
}

// By way of bytes, since half a pair of surrogates could not be escaped.
const printable = (value: string) => `${Buffer.from(value)}`.replace(/[^\t -~]/gu, encodeURIComponent)
