import { StoreError } from './store-error.js'

/** Runs tasks one after the other, in the order of their arrival. */
export type Mutex = <T>(task: () => T | Promise<T>) => Promise<T>

/**
 * Creates the mutex that serializes a store's writes. Tasks that wait longer than `busyTimeout` milliseconds are
 * rejected with the `StoreError` `unavailable`.
 */
export function createMutex(busyTimeout?: number): Mutex {
  const waiting: (() => void)[] = []
  let busy = false

  const untilFree = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(new StoreError('unavailable', 'Another write of this process takes too long, or waits for this one.'))
      }
      const timer = busyTimeout === undefined ? undefined : setTimeout(giveUp, busyTimeout)
      waiting.push(start)
    })

  return async task => {
    if (busy) await untilFree()
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
