import type { Chunks } from '../wxr/read-wxr.js'

/** Chunks whose first one has been requested. `discard` closes their source unless somebody has begun to read them. */
export interface ReadAhead extends AsyncIterable<Uint8Array> {
  discard(): void
}

/** Requests the first chunk at once: a stream that fails before somebody reads it ends the process. */
export function readAhead(chunks: Chunks): ReadAhead {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  const next = async () => iterator.next()
  const close = async () => (await iterator.return?.()) ?? { done: true as const, value: undefined }
  let first: Promise<IteratorResult<Uint8Array>> | undefined = next()
  first.catch(() => {})
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        const chunk = first ?? next()
        first = undefined
        return chunk
      },
      return: close,
    }),
    discard() {
      if (first !== undefined) close().catch(() => {})
    },
  }
}
