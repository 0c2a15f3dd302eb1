/** Limits for how long reads may take. Reads are synchronous, so that each begins when the one before has ended. */
export interface ReadLimit {
  /** Begins a read, and returns when it must be over, by `performance.now()`. */
  begin(): number
  /** To be called after each read, also after one that failed. */
  end(): void
}

/** What every read may take, in milliseconds, whatever those before it took: enough for a page that an index leads to. */
const LEAST = 100
/** Reads that are shorter than this, in milliseconds, are not counted: they are too many. */
const SHORT = 1

/**
 * Creates the limit of a store, in milliseconds. Reads of the same turn of the event loop share it, such as those of a
 * request that waits for nothing else, or of requests that arrive together: all others wait for the sum of them.
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
