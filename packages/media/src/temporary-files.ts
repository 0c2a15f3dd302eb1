import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '@platen/storage'

const UNFINISHED = /^\.[\da-f-]{36}\.part$/
/** Longer than any upload takes, in milliseconds. */
const STALE = 24 * 60 * 60 * 1000

/** The code of an error of the file system. */
export const codeOf = (error: unknown): unknown =>
  error !== null && typeof error === 'object' && 'code' in error ? error.code : undefined

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** Runs work on files of a folder; a full disk is a `StoreError`, as it is for the records of the site. */
export async function withinSpace<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!FULL.includes(codeOf(cause))) throw cause
    throw new StoreError('full', `${folder}: There is no space left for files.`, { cause })
  }
}

/** Writes a new file and resolves with its size in bytes; removes it when that fails. */
async function writeTemporary(file: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
  const handle = await open(file, 'wx')
  let size = 0
  try {
    for await (const chunk of chunks) {
      // Much faster than `writeFile` for many small chunks.
      for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten
      size += chunk.length
    }
    await handle.sync()
    await handle.close()
    return size
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(file, { force: true })
    throw error
  }
}

/** Removes the incomplete files of killed processes from a folder. */
async function removeStale(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(each => UNFINISHED.test(each))) {
    const file = join(folder, name)
    const about = await stat(file).catch(() => undefined)
    if (about !== undefined && Date.now() - about.mtimeMs > STALE) await rm(file, { force: true })
  }
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Creates the function that writes hidden files of a folder, which it creates if needed. The first call removes those
 * that killed processes have left.
 */
export function temporaryFiles(
  folder: string,
): (chunks: Chunks) => Promise<{ readonly file: string; readonly size: number }> {
  let isSwept = false
  return async chunks => {
    const file = join(folder, `.${randomUUID()}.part`)
    const size = await withinSpace(folder, async () => {
      await mkdir(folder, { recursive: true })
      if (!isSwept) {
        isSwept = true
        await removeStale(folder)
      }
      return writeTemporary(file, chunks)
    })
    return { file, size }
  }
}
