import type { ServerResponse } from 'node:http'

/**
 * Disconnects a client that does not read its response. A plain TCP connection is reset: otherwise the system would keep
 * what it has buffered, which can be megabytes, and go on trying to send it.
 */
export function resetConnection(res: ServerResponse): void {
  const { socket } = res
  const isPlainTcp = socket?.remoteAddress !== undefined && !('encrypted' in socket)
  if (isPlainTcp) socket.resetAndDestroy()
  else res.destroy()
}
