import type { Chunks } from '../wxr/read-wxr.js'

/** Yields chunks until a signal is aborted, and then throws the signal's reason, even while the source is idle. */
export async function* untilAborted(chunks: Chunks, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  let abort: (reason: unknown) => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = reject
  })
  // If no chunk is being awaited at that moment, this would be an unhandled rejection.
  aborted.catch(() => {})
  const listener = () => abort(signal.reason)
  signal.addEventListener('abort', listener)
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await Promise.race([iterator.next(), aborted])
      if (next.done === true) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', listener)
    // A source that is waiting for input closes only when input arrives.
    Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
