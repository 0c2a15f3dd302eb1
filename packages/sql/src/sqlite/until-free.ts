import { setTimeout as pause } from 'node:timers/promises'
import { isBusy } from './errors.js'

const LONGEST_PAUSE = 20

/**
 * Retries while another process holds a lock, for at most `busyTimeout` milliseconds, without blocking the event loop.
 */
export async function untilFree<T>(busyTimeout: number, attempt: () => T): Promise<T> {
  const end = performance.now() + busyTimeout
  for (let wait = 1; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error
    }
    // If two processes wait for each other, one must win.
    await pause(wait * (0.5 + Math.random() / 2))
  }
}
