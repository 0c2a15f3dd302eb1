import { StoreError } from './store-error.js'

/** Runs one task after the other, in the order in which they came. */
export type Mutex = <T>(task: () => T | Promise<T>) => Promise<T>

/**
 * Creates a mutex: what every store runs its writes by. A task that has waited for longer than `busyTimeout`
 * milliseconds is rejected with the `StoreError` `unavailable`; without a timeout tasks wait for as long as it takes.
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
