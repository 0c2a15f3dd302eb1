/**
 * Creates a function whose promises resolve in batches: those of one turn of the event loop in the next turn, at most
 * `most` at once. Dispatching several requests together is faster than one after the other, but each takes memory until
 * it is finished: with `time`, the size of a batch is limited to the number of requests, at least four, that took about
 * this long before, in milliseconds.
 */
export function createRequestBatches(most: number, time = Number.POSITIVE_INFINITY): () => Promise<void> {
  const waiting: (() => void)[] = []
  let size = most
  let released = 0
  const turn = (began: number) => {
    if (released > 0) size = Math.min(most, Math.max(4, (time * released) / (performance.now() - began)))
    released = Math.min(waiting.length, Math.trunc(size))
    for (const resolve of waiting.splice(0, released)) resolve()
    if (released > 0) setImmediate(turn, performance.now())
  }
  return () =>
    new Promise(resolve => {
      if (waiting.push(resolve) === 1 && released === 0) setImmediate(turn, 0)
    })
}
