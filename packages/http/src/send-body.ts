import type { ServerResponse } from 'node:http'
import type { MemoryBudget } from '@platen/core'
import { resetConnection } from './reset-connection.js'
import { drainRequest, hasUnreadBody } from './unread-body.js'

/** Longer bodies are sent in pieces of this size, because only complete pieces show whether the client reads. */
const PIECE = 128 * 1024

/**
 * Sends a body after the head, which `writeHead` writes. If the body of the request is not read, the connection ends.
 * Bodies that clients do not read take memory of `budget`.
 */
export function sendBody(
  res: ServerResponse,
  body: string | Uint8Array | undefined,
  encoding: BufferEncoding,
  budget: MemoryBudget,
  writeHead?: () => void,
): void {
  const drained = hasUnreadBody(res) ? drainRequest(res) : undefined
  if (drained !== undefined) res.shouldKeepAlive = false
  writeHead?.()
  const sent = res.req.method === 'HEAD' || body === undefined || body.length === 0 ? undefined : body
  if (sent !== undefined && sent.length > PIECE) {
    sendPieces(res, typeof sent === 'string' ? Buffer.from(sent, encoding) : sent, budget, drained ?? (() => res.end()))
  } else if (drained === undefined) {
    res.end(sent, encoding)
    countUnsent(res, budget)
  } else {
    if (sent === undefined) res.flushHeaders()
    else res.write(sent, encoding)
    drained()
  }
}

function sendPieces(res: ServerResponse, bytes: Uint8Array, budget: MemoryBudget, end: () => void): void {
  const transfer = budget.begin(() => resetConnection(res))
  res.once('close', transfer.release)
  transfer.hold(bytes.length)
  const sendFrom = (at: number) => {
    if (res.destroyed) return
    if (at >= bytes.length) return end()
    const piece = bytes.subarray(at, at + PIECE)
    res.write(piece, error => {
      if (error) return
      transfer.hold(-piece.length)
      transfer.move(piece.length)
      sendFrom(at + piece.length)
    })
  }
  sendFrom(0)
}

function countUnsent(res: ServerResponse, budget: MemoryBudget): void {
  const size = res.socket?.writableLength ?? 0
  if (size === 0) return
  const transfer = budget.begin(() => resetConnection(res))
  res.once('close', transfer.release)
  transfer.hold(size)
}
