import type { ServerResponse } from 'node:http'
import { getHeapStatistics } from 'node:v8'
import { closeGently, hasUnreadBody } from './unread-body.js'
import { createUnsentCount } from './unsent-responses.js'

/** Unsent responses of all servers of the process may take an eighth of its memory. */
const countUnsent = createUnsentCount(getHeapStatistics().heap_size_limit / 8)

/** Sends a body after the head, which `writeHead` writes. If the body of the request is not read, the connection ends. */
export function sendBody(
  res: ServerResponse,
  body: string | Uint8Array | undefined,
  encoding: BufferEncoding,
  writeHead?: () => void,
): void {
  const lingers = hasUnreadBody(res.req)
  if (lingers) res.shouldKeepAlive = false
  writeHead?.()
  if (lingers) closeGently(res, body)
  else res.end(body, encoding)
  countUnsent(res)
}
