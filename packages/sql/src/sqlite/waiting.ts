import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '@platen/site'
import { isBusy } from './errors.js'

const LONGEST_PAUSE = 20

/** Tries until no other process is in the way, or patience (in milliseconds) is at its end; others go on meanwhile. */
export async function untilFree<T>(patience: number, attempt: () => T): Promise<T> {
  const end = performance.now() + patience
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

/** Runs one task after the other, in the order in which they came. */
export type TakeTurn = <T>(task: () => Promise<T>) => Promise<T>

/** Makes tasks take turns; one that had to wait for longer than patience allows is refused. */
export function createTurns(patience: number): TakeTurn {
  const waiting: (() => void)[] = []
  let busy = false

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(new StoreError('unavailable', 'Another write of this process takes too long, or waits for this one.'))
      }, patience)
      waiting.push(start)
    })

  return async task => {
    if (busy) await turn()
    busy = true
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy = false
    }
  }
}
