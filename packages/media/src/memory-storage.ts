import { checks, type OptionChecks, requireOptions } from '@platen/core'
import type { FileStorage } from '@platen/site/media'
import { isSafePath, urlOf } from './safe-path.js'

/** The options of a storage in memory. */
export interface MemoryStorageOptions {
  /** The URL that its files are served at. */
  readonly url: string
}

const storageChecks: OptionChecks<MemoryStorageOptions> = { url: checks.required(checks.text) }

/** Stores files in memory: for tests, and to try things out. Throws a `RangeError` for unknown and invalid options. */
export function createMemoryStorage(options: MemoryStorageOptions): FileStorage {
  requireOptions('createMemoryStorage', options, storageChecks)
  const { url } = options
  const files = new Map<string, Uint8Array>()
  return {
    async put(path, { bytes }) {
      if (!isSafePath(path)) throw new RangeError(`"${path}" is not the path of a file`)
      if (files.has(path)) return false
      files.set(path, Uint8Array.from(bytes))
      return true
    },
    async get(path) {
      const bytes = files.get(path)
      return bytes === undefined ? undefined : Uint8Array.from(bytes)
    },
    remove: async path => files.delete(path),
    list: async prefix =>
      [...files.keys()].filter(path => path.startsWith(prefix) && !path.includes('/', prefix.length)),
    async size(folder) {
      const within = [...files].filter(([path]) => folder === '' || path.startsWith(`${folder}/`))
      return within.reduce((sum, [, bytes]) => sum + bytes.length, 0)
    },
    url: path => urlOf(url, path),
  }
}
