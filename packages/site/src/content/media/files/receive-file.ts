import { createHash } from 'node:crypto'
import { GrowingBytes, type ReceivedFile, RestError } from '@platen/core'
import type { FileStorage, TemporaryFile } from './file-storage.js'
import { bufferedFile } from './stored-content.js'

/** How many bytes of a file are inspected to detect its type. */
const HEAD_BYTES = 8192

/** A received file, with data computed from its stream. */
export interface ReceivedUpload extends ReceivedFile, TemporaryFile {
  /** The first bytes, enough to detect its type. */
  readonly head: Uint8Array
  /** The MD5 sum in hexadecimal digits, if requested. */
  readonly md5: string | undefined
}

/** The maximum size in bytes, and whether to compute the MD5 sum. */
export interface ReceiveOptions {
  readonly maxBytes: number
  readonly computeMd5?: boolean
}

/** The error for a file that exceeds the maximum size. */
export const fileTooLarge = (maxBytes: number): RestError =>
  new RestError('rest_upload_file_too_big', `Files of up to ${maxBytes} bytes are accepted.`, 413)

/**
 * Streams a file into a storage. If it exceeds `maxBytes` (413 `rest_upload_file_too_big`) or `chunks` throws, nothing
 * is stored.
 */
export async function receiveFile(
  storage: FileStorage | undefined,
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, computeMd5 = false }: ReceiveOptions,
): Promise<ReceivedUpload> {
  const hash = computeMd5 ? createHash('md5') : undefined
  const head = new Uint8Array(HEAD_BYTES)
  let size = 0
  async function* watched() {
    for await (const chunk of chunks) {
      if (size < HEAD_BYTES) head.set(chunk.subarray(0, HEAD_BYTES - size), size)
      size += chunk.length
      if (size > maxBytes) throw fileTooLarge(maxBytes)
      hash?.update(chunk)
      yield chunk
    }
  }
  const file = storage?.receive === undefined ? await buffer(storage, watched()) : await storage.receive(watched())
  return {
    size,
    source: file.source,
    put: (path, type) => file.put(path, type),
    discard: () => file.discard(),
    md5: hash?.digest('hex'),
    head: head.subarray(0, Math.min(size, HEAD_BYTES)),
  }
}

async function buffer(storage: FileStorage | undefined, chunks: AsyncIterable<Uint8Array>): Promise<TemporaryFile> {
  const bytes = new GrowingBytes()
  // Without a storage the upload is refused later, so its bytes need no buffer.
  for await (const chunk of chunks) if (storage !== undefined) bytes.add(chunk)
  return bufferedFile(storage, bytes.bytes())
}
