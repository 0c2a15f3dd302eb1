import type { IncomingMessage } from 'node:http'
import type { RestRequest } from '@platen/core'

/** What a request says without its body, as plain data; `path` begins below the interface's root. */
export function toRequest(req: IncomingMessage, path: string, query: string, proxies: number): RestRequest {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(req.headers)) headers[name] = asText(String(value))
  const forwarded = proxies > 0 ? headers['x-forwarded-for']?.split(',').at(-proxies)?.trim() : undefined
  const scheme = proxies > 0 ? headers['x-forwarded-proto']?.split(',')[0]?.trim() : undefined
  const remoteAddress = (forwarded || req.socket.remoteAddress)?.replace(/^::ffff:(?=\d+\.)/i, '')
  const secure = scheme ? scheme.toLowerCase() === 'https' : 'encrypted' in req.socket
  return { method: req.method ?? 'GET', path, query, headers, remoteAddress, secure }
}

// Node hands bytes above 127 over as Latin-1; clients that send them mean UTF-8.
const asText = (value: string) => (/[^ -~]/.test(value) ? Buffer.from(value, 'latin1').toString() : value)
