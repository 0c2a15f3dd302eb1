import { createReadStream } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checks, type OptionChecks, requireOptions } from '@platen/core'
import { type FileStorage, fileContent, folderSize, type TemporaryFile } from '@platen/site/media'
import { isSafePath, urlOf } from './safe-path.js'
import { codeOf, temporaryFiles, withinSpace } from './temporary-files.js'

/** The options of a storage on disk. */
export interface DiskStorageOptions {
  /** The folder of the files; created if missing. */
  readonly folder: string
  /** The URL that the folder is served at. */
  readonly url: string
}

const storageChecks: OptionChecks<DiskStorageOptions> = {
  folder: checks.required(checks.text),
  url: checks.required(checks.text),
}

/** Whether nothing exists at a path, or something that is not a file. */
const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(String(codeOf(error)))

/**
 * Stores files in a folder. A file appears only when it is complete, and never replaces another one. Incomplete files
 * are hidden; those of a killed process are removed after a day. Throws a `RangeError` for unknown and invalid options.
 * When the disk is full, its promises reject with a `StoreError` (`full`).
 */
export function createDiskStorage(options: DiskStorageOptions): FileStorage {
  requireOptions('createDiskStorage', options, storageChecks)
  const { folder, url } = options
  const write = temporaryFiles(folder)
  const receive = async (chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<TemporaryFile> => {
    const { file, size } = await write(chunks)
    return {
      size,
      source: { file },
      async put(path) {
        if (!isSafePath(path)) throw new RangeError(`"${path}" is not the path of a file`)
        const target = join(folder, path)
        await withinSpace(folder, () => mkdir(dirname(target), { recursive: true }))
        try {
          // Unlike renaming, linking fails when the name is taken.
          await withinSpace(folder, () => link(file, target))
          return true
        } catch (error) {
          if (codeOf(error) === 'EEXIST') return false
          throw error
        }
      },
      discard: () => rm(file, { force: true }),
    }
  }
  return {
    receive,
    async put(path, { bytes, type }) {
      if (!isSafePath(path)) throw new RangeError(`"${path}" is not the path of a file`)
      const file = await receive([bytes])
      try {
        return await file.put(path, type)
      } finally {
        await file.discard()
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
    async open(path) {
      if (!isSafePath(path)) return undefined
      const file = join(folder, path)
      try {
        const about = await stat(file)
        if (!about.isFile()) return undefined
        return fileContent(file, about, (start, end) => createReadStream(file, { start, end }))
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
    async list(prefix) {
      const at = prefix.lastIndexOf('/') + 1
      const [within, start] = [prefix.slice(0, at), prefix.slice(at)]
      if (within !== '' && !isSafePath(within.slice(0, -1))) return []
      try {
        const entries = await readdir(join(folder, within), { withFileTypes: true })
        return entries.filter(entry => entry.isFile() && entry.name.startsWith(start)).map(({ name }) => within + name)
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    async size(within, signal) {
      if (within !== '' && !isSafePath(within)) return 0
      return folderSize(join(folder, within), signal)
    },
    url: path => urlOf(url, path),
  }
}
