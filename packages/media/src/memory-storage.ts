import type { FileStorage } from '@platen/site'
import { addressBelow, isSafePath } from './safe-path.js'

/** What a storage in memory is made with. */
export interface MemoryStorageOptions {
  /** The address that its files are served below. */
  readonly url: string
}

/** Keeps files in memory as long as the process runs: for tests and for trying things out. */
export function createMemoryStorage({ url }: MemoryStorageOptions): FileStorage {
  const files = new Map<string, Uint8Array>()
  return {
    async put(path, { bytes }) {
      if (!isSafePath(path)) throw new RangeError(`"${path}" is no path of a file`)
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
    url: path => addressBelow(url, path),
  }
}
