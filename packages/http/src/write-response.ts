import type { ServerResponse } from 'node:http'
import { headerList, type MemoryBudget, type RestResponse } from '@platen/core'
import { sendBody } from './send-body.js'

/**
 * Sends a response, unless the client has disconnected. While it is not read, it takes `memory`. Header values cannot
 * contain line breaks. Preflights succeed, because browsers send them without credentials.
 */
export function writeResponse(
  res: ServerResponse,
  response: RestResponse,
  further: Readonly<Record<string, string>>,
  memory: MemoryBudget,
  isPreflight = false,
): void {
  const status = isPreflight && response.status >= 400 ? 204 : response.status
  const body = status === 204 || status === 304 ? undefined : (response.bytes ?? response.encoded ?? response.text())
  const encoding = response.isAscii === true && typeof body === 'string' ? 'latin1' : 'utf8'
  if (res.destroyed || res.headersSent) return void res.destroy()
  const all = headerList(response.headers, further, body !== undefined)
  if (body !== undefined && (body !== '' || res.req.method !== 'HEAD'))
    all.push('Content-Length', String(encoding === 'latin1' ? body.length : Buffer.byteLength(body)))
  sendBody(res, body, encoding, memory, () => res.writeHead(status, all))
}
