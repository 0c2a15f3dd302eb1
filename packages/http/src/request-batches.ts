/**
 * Resolves in the next turn of the event loop for requests of this turn, for at most `size` of them in one turn: each
 * takes memory until it is answered. Dispatching a few together is faster than one after the other.
 */
export function createRequestBatches(size: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  const release = () => {
    for (const resolve of waiting.splice(0, size)) resolve()
    if (waiting.length > 0) setImmediate(release)
  }
  return () =>
    new Promise(resolve => {
      if (waiting.push(resolve) === 1) setImmediate(release)
    })
}
