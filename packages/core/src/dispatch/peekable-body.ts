import { GrowingBytes } from '../growing-bytes.js'
import type { StreamBody } from '../request.js'

/**
 * Makes the first bytes of a stream readable before it is read: for authenticators, which run before an endpoint reads the
 * body. `source` is iterated a second time for the remaining bytes, so it must continue where the first iteration
 * stopped. `hold` is that of the body.
 */
export function peekable(
  source: AsyncIterable<Uint8Array>,
  hold?: StreamBody['hold'],
): {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly peek: (limit: number) => Promise<Uint8Array>
} {
  const head = new GrowingBytes()
  let hasEnded = false

  /** Resolves with whether the source has ended. */
  async function readUntil(limit: number): Promise<boolean> {
    for await (const chunk of source) {
      hold?.(chunk.length)
      head.add(chunk)
      if (head.size >= limit) return false
    }
    return true
  }

  async function* replay(): AsyncGenerator<Uint8Array> {
    if (head.size > 0) {
      hold?.(-head.size)
      yield head.take()
    }
    if (!hasEnded) yield* source
  }
  return {
    chunks: { [Symbol.asyncIterator]: () => (head.size === 0 ? source : replay())[Symbol.asyncIterator]() },
    async peek(limit) {
      if (head.size < limit && !hasEnded) hasEnded = await readUntil(limit)
      return head.bytes().subarray(0, limit)
    },
  }
}
