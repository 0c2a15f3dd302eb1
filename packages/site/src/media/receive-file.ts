import { createHash } from 'node:crypto'
import { type ReceivedFile, RestError } from '@platen/core'
import type { FileStorage, TemporaryFile } from './file-storage.js'
import { bufferedFile } from './stored-content.js'

/** How much of a file is looked at to find out what it is, in bytes. */
const HEAD_BYTES = 8192

/** A file that has been received into a storage, and what was seen of it on its way. */
export interface ReceivedUpload extends ReceivedFile, TemporaryFile {
  /** The first bytes, enough to tell its type. */
  readonly head: Uint8Array
  /** The MD5 sum in hexadecimal digits, where it was wanted. */
  readonly md5: string | undefined
}

/** What a file is received under: the largest size in bytes, and whether its MD5 sum is wanted. */
export interface ReceiveOptions {
  readonly maxBytes: number
  readonly computeMd5?: boolean
}

/** That a file is larger than the site takes. */
export const fileTooLarge = (maxBytes: number): RestError =>
  new RestError('rest_upload_file_too_big', `Files of up to ${maxBytes} bytes are accepted.`, 413)

/**
 * Receives a file into a storage while it arrives. A file beyond `maxBytes` is a 413 `rest_upload_file_too_big`; nothing
 * of it stays then, nor when `chunks` fails.
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
  const parts: Uint8Array[] = []
  // Where nothing can be saved, nothing is worth holding on to.
  for await (const chunk of chunks) if (storage !== undefined) parts.push(chunk)
  return bufferedFile(storage, Buffer.concat(parts))
}
