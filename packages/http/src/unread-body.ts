import type { IncomingMessage, ServerResponse } from 'node:http'

/** How many bytes of an unread body are discarded at most, to keep a connection or to deliver its last response. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024
/** How long a client may take to read a response that was sent before it had sent its whole body, in milliseconds. */
const LINGER_MILLISECONDS = 2000
/** Up to this announced length, Node may discard the rest itself and keep the connection. */
const SMALL = 64 * 1024

/** Whether the unread body of a request is too long, or may be too long, for Node to discard. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > SMALL
}

/**
 * Ends a response while its request is still arriving, and then the connection. Discards input for a while first,
 * because closing immediately would reset the connection.
 */
export function closeGently(res: ServerResponse, body: string | Uint8Array | undefined): void {
  const { req } = res
  let drained = 0
  if (body === undefined || body.length === 0) res.flushHeaders()
  else res.write(body)
  const end = () => {
    clearTimeout(timer)
    res.end()
  }
  const timer = setTimeout(end, LINGER_MILLISECONDS).unref()
  req.on('data', (chunk: Uint8Array) => {
    drained += chunk.length
    if (drained > MAX_DRAINED_BYTES) req.pause()
  })
  req.once('end', end).once('close', end).on('error', end)
  req.resume()
}
