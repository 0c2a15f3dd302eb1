import type { ServerResponse } from 'node:http'
import type { MemoryBudget, Transfer } from '@platen/core'
import { resetConnection } from './reset-connection.js'
import { closeAfter, drainRequest, hasUnreadBody } from './unread-body.js'

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
  if (drained !== undefined) closeAfter(res)
  writeHead?.()
  const sent = res.req.method === 'HEAD' || body === undefined || body.length === 0 ? undefined : body
  if (sent !== undefined && sent.length > PIECE) {
    sendPieces(res, typeof sent === 'string' ? Buffer.from(sent, encoding) : sent, budget, drained ?? (() => res.end()))
  } else if (drained === undefined) {
    res.end(sent, encoding)
    if (res.socket?.writableLength) hold(res, res.socket.writableLength, budget)
  } else {
    if (sent === undefined) res.flushHeaders()
    else res.write(sent, encoding)
    drained()
  }
}

function sendPieces(res: ServerResponse, bytes: Uint8Array, budget: MemoryBudget, end: () => void): void {
  const transfer = hold(res, bytes.length, budget)
  const sendFrom = (at: number) => {
    if (at >= bytes.length) return end()
    const piece = bytes.subarray(at, at + PIECE)
    res.write(piece, error => {
      if (error || res.destroyed) return
      transfer.hold(-piece.length)
      transfer.move(piece.length)
      sendFrom(at + piece.length)
    })
  }
  sendFrom(0)
}

function hold(res: ServerResponse, bytes: number, budget: MemoryBudget): Transfer {
  const transfer = budget.begin(() => resetConnection(res))
  res.once('close', transfer.release)
  transfer.hold(bytes)
  return transfer
}
