import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RestRequest } from '@platen/core'

type Rest = Pick<RestRequest, 'path' | 'query' | 'body'>

/** What a request says, as plain data; the path in `rest` begins below the interface's root. */
export function toRequest(req: IncomingMessage, res: ServerResponse, rest: Rest, proxies: number): RestRequest {
  const headers = req.headers as Record<string, string>
  // Node hands bytes above 127 over as Latin-1; clients that send them mean UTF-8.
  for (const name in headers) {
    if (/[^\t -~]/.test(String(headers[name]))) headers[name] = Buffer.from(String(headers[name]), 'latin1').toString()
  }
  const forwarded = proxies > 0 ? headers['x-forwarded-for']?.split(',').at(-proxies)?.trim() : undefined
  const scheme = proxies > 0 ? headers['x-forwarded-proto']?.split(',')[0]?.trim() : undefined
  const remoteAddress = (forwarded || req.socket.remoteAddress)?.replace(/^::ffff:(?=\d+\.)/i, '')
  const secure = scheme ? scheme.toLowerCase() === 'https' : 'encrypted' in req.socket
  // A signal costs more than the rest of a small request: it is made when somebody asks for it.
  let gone: AbortController | undefined
  const signal = () => {
    if (gone === undefined) res.on('close', () => res.writableFinished || gone?.abort())
    gone ??= new AbortController()
    return gone.signal
  }
  const request = { ...rest, method: req.method ?? 'GET', headers, remoteAddress, secure }
  return Object.defineProperty(request, 'signal', { get: signal })
}
