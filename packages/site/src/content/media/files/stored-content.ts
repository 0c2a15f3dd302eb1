import { createHash } from 'node:crypto'
import type { FileStorage, StoredContent, TemporaryFile } from './file-storage.js'

/** Bytes in memory as an opened file. */
export function contentOf(bytes: Uint8Array, modified?: number): StoredContent {
  return {
    size: bytes.length,
    version: createHash('sha256').update(bytes).digest('base64url').slice(0, 27),
    ...(modified !== undefined && { modified }),
    source: bytes,
    async *read(first, last) {
      yield bytes.subarray(first, last + 1)
    },
  }
}

/** An opened file on a disk, by its stats. */
export function fileContent(
  file: string,
  { size, mtimeMs, ino }: { readonly size: number; readonly mtimeMs: number; readonly ino: number },
  read: StoredContent['read'],
): StoredContent {
  const version = [size, Math.trunc(mtimeMs * 1000), ino].map(number => number.toString(36)).join('-')
  return { size, version, modified: mtimeMs, source: { file }, read }
}

/** Opens a stored file, buffered in memory if the storage cannot stream; `undefined` if it does not exist. */
export async function openFile(storage: FileStorage, path: string): Promise<StoredContent | undefined> {
  if (storage.open !== undefined) return storage.open(path)
  const bytes = await storage.get(path)
  return bytes === undefined ? undefined : contentOf(bytes)
}

export function bufferedFile(storage: FileStorage | undefined, bytes: Uint8Array): TemporaryFile {
  return {
    size: bytes.length,
    source: bytes,
    put: async (path, type) => storage?.put(path, { bytes, type }) ?? false,
    async discard() {},
  }
}
