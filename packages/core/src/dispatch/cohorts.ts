/** So many requests go on together at most: each holds what it works with until it is answered. */
const LARGEST = 32

/**
 * Makes what adapters wait for before they dispatch a request: it resolves when the event loop has turned, together with
 * what others wait for meanwhile. What came at the same time is then answered step by step together, and code that runs
 * many times in a row runs a good deal faster than code that takes turns with a whole server. A request that came alone
 * hardly waits. `afterTurn` runs a function once the event loop has turned, such as `setImmediate`.
 */
export function createCohorts(afterTurn: (run: () => void) => unknown): () => Promise<void> {
  const waiting: (() => void)[] = []
  const goOn = () => {
    for (const resolve of waiting.splice(0, LARGEST)) resolve()
  }
  return () =>
    new Promise(resolve => {
      if (waiting.push(resolve) % LARGEST === 1) afterTurn(goOn)
    })
}
