/** At most this many requests go on at once: each takes memory until it is answered. */
const MAX_BATCH_SIZE = 32

/**
 * Creates the function that a request awaits before it is dispatched. It resolves in the next turn of the event loop,
 * together with all other requests that arrived in this one. They then pass through the stages of dispatch side by side,
 * which is a good deal faster than one request at a time between other work of the server; a request that is alone hardly
 * waits.
 */
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
