import type { ServerResponse } from 'node:http'
import type { MemoryBudget } from '@platen/core'
import { resetConnection } from './reset-connection.js'

/** How often unsent bytes are counted, in milliseconds. */
const INTERVAL = 1000

/** Counts the unsent bytes of a response that is not sent with `sendBody`, such as a file that is streamed. */
export function sampleUnsent(res: ServerResponse, budget: MemoryBudget): void {
  const transfer = budget.begin(() => resetConnection(res))
  let held = 0
  let sent: number | undefined
  const sample = () => {
    const { bytesWritten = 0, writableLength = 0 } = res.socket ?? {}
    const sentBefore = sent ?? bytesWritten
    sent = bytesWritten - writableLength
    transfer.move(Math.max(0, sent - sentBefore))
    transfer.hold(writableLength - held)
    held = writableLength
  }
  const timer = setInterval(sample, INTERVAL).unref()
  res.once('close', () => {
    clearInterval(timer)
    transfer.release()
  })
}
