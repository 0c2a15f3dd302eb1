/**
 * Resolves in the next turn of the event loop for requests of this turn, for at most `most` of them in one turn. With
 * `time`, in milliseconds, no more go on together than took about as long before, but at least four: each takes memory until
 * it is answered, and dispatching a few together is faster than one after the other.
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
