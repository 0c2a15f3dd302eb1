import type { ServerResponse } from 'node:http'

/**
 * Creates a function that counts a response, which has been written, until it is sent. Node keeps what a client does not
 * read, and clients choose how many connections they open: when there are more than `most` bytes in all, the connections
 * that have had the longest time to read are closed.
 */
export function createUnsentCount(most: number): (res: ServerResponse) => void {
  const unsent = new Map<ServerResponse, number>()
  let total = 0
  const forget = (res: ServerResponse) => {
    total -= unsent.get(res) ?? 0
    unsent.delete(res)
  }
  return res => {
    const size = res.socket?.writableLength ?? 0
    if (size === 0) return
    unsent.set(res, size)
    total += size
    res.once('close', () => forget(res))
    for (const oldest of unsent.keys()) {
      if (total <= most || oldest === res) return
      forget(oldest)
      oldest.destroy()
    }
  }
}
