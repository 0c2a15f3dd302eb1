import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStorage } from '@platen/site'
import { addressBelow, isSafePath } from './safe-path.js'

/** What a storage on disk is made with. */
export interface DiskStorageOptions {
  /** The folder that files are kept in; it is made when there is none. */
  readonly folder: string
  /** The address that the folder is served at. */
  readonly url: string
}

const codeOf = (error: unknown): unknown =>
  error !== null && typeof error === 'object' && 'code' in error ? error.code : undefined

/** What there is not is no error, nor is what is no file. */
const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error)))

/**
 * Keeps files in a folder. A file appears under its name when all of it is written, and never takes the place of
 * another one, whatever else writes at the same time.
 */
export function createDiskStorage({ folder, url }: DiskStorageOptions): FileStorage {
  return {
    async put(path, { bytes }) {
      if (!isSafePath(path)) throw new RangeError(`"${path}" is no path of a file`)
      const target = join(folder, path)
      await mkdir(dirname(target), { recursive: true })
      const unfinished = join(dirname(target), `.${randomUUID()}.part`)
      try {
        await writeFile(unfinished, bytes, { flag: 'wx', flush: true })
        // Unlike renaming, linking fails when the name is taken.
        await link(unfinished, target)
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      } finally {
        await rm(unfinished, { force: true })
      }
    },
    async get(path) {
      if (!isSafePath(path)) return undefined
      try {
        return await readFile(join(folder, path))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async remove(path) {
      if (!isSafePath(path)) return false
      try {
        await unlink(join(folder, path))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    url: path => addressBelow(url, path),
  }
}
