import type { IncomingMessage, ServerResponse } from 'node:http'

/** The most bytes of an unread body that are thrown away for the sake of a connection or of its last answer. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024
/** How long a client may take to read an answer that came before all of its body was sent. */
const LINGER_MILLISECONDS = 2000
/** Up to this announced length Node may throw the rest away itself, and the connection lives on. */
const SMALL = 64 * 1024

/** Whether a request has more of a body on the way than is worth reading. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > SMALL
}

/**
 * Ends a response whose request is still arriving, then the connection; discards input for a while, since closing at
 * once would reset the connection.
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
