import { GrowingBytes } from '../growing-bytes.js'
import type { RequestBody, StreamBody } from '../request.js'
import { RestError } from '../rest-error.js'
import { bodyTooLarge } from './body-limits.js'

/** The bytes of any body, for handlers that store it as a file. A stream can be read only once. */
export function bodyChunks(body: RequestBody | undefined): AsyncIterable<Uint8Array> {
  if (body?.kind === 'stream') return body.chunks
  return single(body === undefined ? new Uint8Array() : bytesOf(body))
}

function bytesOf(body: Exclude<RequestBody, { kind: 'stream' }>): Uint8Array {
  if (body.kind === 'bytes') return body.bytes
  if (body.kind === 'text') return new TextEncoder().encode(body.text)
  return body.kind === 'json' ? new TextEncoder().encode(JSON.stringify(body.value) ?? '') : new Uint8Array()
}

/** Bytes as a stream. */
export async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

/**
 * Reads a stream into memory; throws a 413 beyond `limit` bytes. `admit` is awaited once more than `admitFrom` bytes
 * have arrived. `hold` is that of the body.
 */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  admitFrom = Number.POSITIVE_INFINITY,
  admit?: () => Promise<void>,
  hold?: StreamBody['hold'],
): Promise<Uint8Array> {
  const bytes = new GrowingBytes()
  let admitted = admit === undefined
  for await (const chunk of chunks) {
    if (!ArrayBuffer.isView(chunk)) throw new RestError('rest_invalid_body', 'The body does not consist of bytes.', 400)
    if (bytes.size + chunk.length > limit) throw bodyTooLarge(limit)
    hold?.(chunk.length)
    bytes.add(chunk)
    if (!admitted && bytes.size > admitFrom) {
      admitted = true
      await admit?.()
    }
  }
  return bytes.bytes()
}
