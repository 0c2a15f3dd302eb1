import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** How many requests of a connection may wait for the responses before theirs; clients rarely pipeline any. */
const MOST_WAITING = 100

/**
 * Creates a function that resolves when a pipelined request is the first of its connection without a response;
 * `undefined` if it is already. Otherwise, all requests in a packet would be handled at once, and their responses kept
 * until the client reads them. A client with too many such requests is disconnected, and those of clients that disconnect
 * are never handled.
 */
export function createResponseTurns(): (req: IncomingMessage, res: ServerResponse) => Promise<void> | undefined {
  const waiting = new WeakMap<object, number>()
  return ({ socket }, res) => {
    // Node gives a response its socket when those before it have been sent.
    if (res.socket !== null) return undefined
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count > MOST_WAITING) socket.destroy()
    return once(res, 'socket').then(() => void waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  }
}
