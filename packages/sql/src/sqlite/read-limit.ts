/** Time limits of reads. Reads are synchronous, so each begins after the previous one has ended. */
export interface ReadLimit {
  /** Begins a read, and returns when it must be over, by `performance.now()`. */
  begin(): number
  /** Must be called after each read, even after a failed one. */
  end(): void
}

/**
 * The minimum time limit of every read, in milliseconds, regardless of earlier reads: enough for a page through an
 * index.
 */
const LEAST = 100
/** Shorter reads, in milliseconds, do not count: there are too many of them. */
const SHORT = 1

/**
 * Creates the limit of a store, in milliseconds. Reads in the same turn of the event loop share it, such as those of a
 * request that waits for nothing else, or of requests that arrive together: all other requests wait for their total.
 */
export function createReadLimit(timeout: number): ReadLimit {
  let began = 0
  let spent = 0
  const endTurn = () => {
    spent = 0
  }
  return {
    begin() {
      began = performance.now()
      return began + Math.max(timeout - spent, Math.min(timeout, LEAST))
    },
    end() {
      const took = performance.now() - began
      if (took < SHORT) return
      if (spent === 0) setImmediate(endTurn)
      spent += took
    },
  }
}
