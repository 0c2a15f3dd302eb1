import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { WxrError } from './wxr-error.js'

/** The number of bytes that tell compressed files from others. */
export const SIGNATURE_LENGTH = 4

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Whether a file begins like a zip archive, which may be empty. */
export const isZip = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes).toString('latin1', 0, 2) === 'PK' &&
  (bytes[2] === 3 || bytes[2] === 5) &&
  bytes[3] === bytes[2] + 1

/** Decompresses chunks that begin with the signature of gzip, and returns all others unchanged. */
export async function* gunzipped(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  let isOpen = true
  try {
    let beginning: Uint8Array = new Uint8Array()
    while (isOpen && beginning.length < SIGNATURE_LENGTH) {
      const next = await iterator.next()
      if (next.done === true) isOpen = false
      else beginning = beginning.length === 0 ? next.value : Buffer.concat([beginning, next.value])
    }
    const all = async function* () {
      yield beginning
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
      isOpen = false
    }
    if (isZip(beginning)) throw new WxrError('A zip archive, not an export file (WXR): unpack it first.', 1, 1)
    if (isGzip(beginning)) yield* decompressed(all())
    else yield* all()
  } finally {
    if (isOpen) await iterator.return?.()
  }
}

async function* decompressed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const written = pipeline(Readable.from(chunks, { objectMode: true }), gunzip)
  // Reading rejects with the same error.
  written.catch(() => {})
  try {
    yield* gunzip
  } catch (cause) {
    const isDamage = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_')
    throw isDamage ? new DamagedDataError({ cause }) : cause
  }
}

/** Thrown while compressed data are read that are damaged or truncated. */
export class DamagedDataError extends Error {
  constructor(options?: ErrorOptions) {
    super('The compressed data are damaged or truncated.', options)
  }
}
