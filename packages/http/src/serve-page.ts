import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ArrivingBody, MemoryBudget, PageHandler } from '@platen/core'
import { clientOf } from './client-of.js'
import type { HttpOptions } from './options.js'
import { requestBody } from './request-body.js'
import { sendBody } from './send-body.js'

/** Passes a request to a handler of pages. Resolves with whether the handler sent a response. */
export async function servePage(
  handler: PageHandler,
  req: IncomingMessage,
  res: ServerResponse,
  arriving: ArrivingBody | undefined,
  responses: MemoryBudget,
  options: HttpOptions,
): Promise<boolean> {
  const { method = 'GET', url = '/' } = req
  // Only headers of responses can be lists.
  const headers = req.headers as Record<string, string>
  const request = { method, url, headers, body: arriving && requestBody(req, arriving, options) }
  const page = await handler({ ...request, ...clientOf(req, options.trustProxy) })
  if (page === undefined) return false
  res.statusCode = page.status
  res.setHeaders(new Map(Object.entries(page.headers)))
  if (method !== 'HEAD') res.setHeader('Content-Length', Buffer.byteLength(page.body))
  sendBody(res, page.body, 'utf8', responses)
  return true
}
