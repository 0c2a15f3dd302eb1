/** How many requests go on together at least. */
const LEAST = 4

/**
 * Resolves in the next turn of the event loop for requests of this turn, for at most `most` of them in one turn. With
 * `time`, in milliseconds, no more go on together than took about as long last: each takes memory until it is answered.
 * Dispatching a few together is faster than one after the other.
 */
export function createRequestBatches(most: number, time = Number.POSITIVE_INFINITY): () => Promise<void> {
  const waiting: (() => void)[] = []
  let size = time === Number.POSITIVE_INFINITY ? most : Math.min(most, LEAST)
  let isRunning = false
  let released = 0
  let began = 0

  const turn = () => {
    if (released > 0) size = nextSize()
    const batch = waiting.splice(0, size)
    released = batch.length
    isRunning = released > 0
    if (!isRunning) return
    began = performance.now()
    for (const resolve of batch) resolve()
    setImmediate(turn)
  }

  const nextSize = (): number => {
    const fitting = (time * released) / (performance.now() - began)
    return Math.round(Math.min(most, Math.max(LEAST, (size + Math.min(most, fitting)) / 2)))
  }

  return () =>
    new Promise(resolve => {
      waiting.push(resolve)
      if (isRunning) return
      isRunning = true
      setImmediate(turn)
    })
}
