import type { Chunks } from '../wxr/read-wxr.js'

/** Passes chunks on until a signal is aborted; then it throws the signal's reason, though the source may be silent. */
export async function* untilAborted(chunks: Chunks, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  let abort: (reason: unknown) => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = reject
  })
  // It may be that nobody waits for a chunk at that moment.
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
    // A source that waits for input closes only when that comes.
    Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
