import type { ServerResponse } from 'node:http'

/** How many bytes of an unread body are discarded at most, to keep a connection or to deliver its last response. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024
/** How long a client may take to read a response that was sent before it had sent its whole body, in milliseconds. */
const LINGER_MILLISECONDS = 2000
/** Up to this announced length, Node may discard the rest itself and keep the connection. */
const SMALL = 64 * 1024

/** Closes the connection after a response whose request is not waited for. */
export function closeAfter(res: ServerResponse): void {
  res.shouldKeepAlive = false
}

/** Whether the unread body of a request is too long, or may be too long or too slow, for Node to discard. */
export function hasUnreadBody({ req: { complete, headers }, shouldKeepAlive }: ServerResponse): boolean {
  if (complete) return false
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] !== undefined
  return Number(length) > SMALL || (!shouldKeepAlive && Number(length) > 0)
}

/**
 * Discards a limited amount of input while a response is sent before its request has arrived: closing the connection
 * immediately would reset it. The returned function ends the response, and then the connection, when the request ends
 * or after a while.
 */
export function drainRequest(res: ServerResponse): () => void {
  const { req } = res
  let drained = 0
  const over = new Promise<void>(resolve => {
    req.once('end', resolve).once('close', resolve).on('error', resolve)
  })
  req.on('data', (chunk: Uint8Array) => {
    drained += chunk.length
    if (drained > MAX_DRAINED_BYTES) req.pause()
  })
  req.resume()
  return () => {
    const timer = setTimeout(() => res.end(), LINGER_MILLISECONDS).unref()
    over.then(() => {
      clearTimeout(timer)
      res.end()
    })
  }
}
