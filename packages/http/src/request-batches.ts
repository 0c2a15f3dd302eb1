/** At most this many requests go on at once: each takes memory until it is answered. */
const MAX_BATCH_SIZE = 32

/** Resolves in the next turn of the event loop for all requests of this turn: dispatching batches is faster. */
export function createRequestBatches(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const release = () => {
    for (const resolve of waiting.splice(0, MAX_BATCH_SIZE)) resolve()
  }
  return () =>
    new Promise(resolve => {
      if (waiting.push(resolve) % MAX_BATCH_SIZE === 1) setImmediate(release)
    })
}
