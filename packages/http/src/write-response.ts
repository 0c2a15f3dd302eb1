import type { ServerResponse } from 'node:http'
import { getHeapStatistics } from 'node:v8'
import { mergeVary, type RestResponse } from '@platen/core'
import { closeGently, hasUnreadBody } from './unread-body.js'
import { createUnsentCount } from './unsent-responses.js'

const UNPRINTABLE = /[^\t -~]/

/** Unsent responses of all servers of the process may take an eighth of its memory. */
const countUnsent = createUnsentCount(getHeapStatistics().heap_size_limit / 8)

/**
 * Sends a response, unless the client has disconnected. Header values cannot contain line breaks. Preflights succeed,
 * because browsers send them without credentials.
 */
export function writeResponse(
  res: ServerResponse,
  response: RestResponse,
  further: Readonly<Record<string, string>>,
  isPreflight = false,
): void {
  const { headers } = response
  const status = isPreflight && response.status >= 400 ? 204 : response.status
  const body = status === 204 || status === 304 ? undefined : (response.bytes ?? response.encoded ?? response.text())
  const encoding = response.isAscii === true && typeof body === 'string' ? 'latin1' : 'utf8'
  if (res.destroyed || res.headersSent) return void res.destroy()
  const all: (string | number)[] = []
  for (const name in headers) {
    const value = name === 'Vary' ? withVary(String(headers[name]), further['Vary']) : String(headers[name])
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || (body === undefined && name === 'Content-Type')) continue
    all.push(name, UNPRINTABLE.test(value) ? printable(value) : value)
  }
  for (const name in further) {
    if (name !== 'Vary' || headers['Vary'] === undefined) all.push(name, further[name] as string)
  }
  if (body !== undefined && (body !== '' || res.req.method !== 'HEAD'))
    all.push('Content-Length', encoding === 'latin1' ? body.length : Buffer.byteLength(body))
  const lingers = hasUnreadBody(res.req)
  if (lingers) res.shouldKeepAlive = false
  res.writeHead(status, all as string[])
  if (lingers) closeGently(res, body)
  else res.end(body, encoding)
  countUnsent(res)
}

let lastVary: readonly [own: string, further: string | undefined, merged: string] = ['', undefined, '']

/** Memoizes the last result, because nearly all responses have the same value. */
function withVary(own: string, further: string | undefined): string {
  if (lastVary[0] !== own || lastVary[1] !== further) lastVary = [own, further, mergeVary(own, further)]
  return lastVary[2]
}

// Encoded to bytes first, because a lone surrogate could not be escaped.
const printable = (value: string) => `${Buffer.from(value)}`.replace(/[^\t -~]/gu, encodeURIComponent)
