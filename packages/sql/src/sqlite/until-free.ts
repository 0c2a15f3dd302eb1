import { setTimeout as pause } from 'node:timers/promises'
import { isBusy } from './errors.js'

const LONGEST_PAUSE = 20

/** Retries while another process holds a lock, for at most `busyTimeout` milliseconds; the event loop goes on meanwhile. */
export async function untilFree<T>(busyTimeout: number, attempt: () => T): Promise<T> {
  const end = performance.now() + busyTimeout
  for (let wait = 1; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error
    }
    // Of two that wait for each other, one shall come first.
    await pause(wait * (0.5 + Math.random() / 2))
  }
}
