import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ImportError } from '../import-error.js'
import type { FileSource } from './file-source.js'
import { type MissingFile, pathParts } from './missing-files.js'

/** The maximum number of segments at the end of a URL's path, as in `wp-content/uploads/sites/3/2024/02/rose.jpg`. */
const DEPTH = 8

/**
 * Reads files from a folder: by their path in the old uploads folder, by ever shorter ends of their URL's path, and
 * last by their name. Nothing outside of the folder is read, even if a path or a symbolic link points there.
 */
export function localFiles(folder: string): FileSource {
  return async (file, { maxBytes }) => {
    const root = await realpath(folder)
    for (const parts of candidates(file)) {
      const path = await pathWithin(root, parts)
      const bytes = path === undefined ? undefined : await readRegular(path, maxBytes)
      if (bytes !== undefined) return { name: parts.at(-1) ?? '', bytes }
    }
    return undefined
  }
}

function candidates({ path, url }: MissingFile): readonly (readonly string[])[] {
  const given = pathParts(url).slice(-DEPTH)
  return [path.split('/'), ...given.map((_, index) => given.slice(index))].filter(parts => parts.every(isPlainName))
}

const isPlainName = (part: string): boolean => part !== '' && part !== '.' && part !== '..' && !/[/\\:\0]/.test(part)

/** The real path; `undefined` if it does not exist or is outside of the root. */
async function pathWithin(root: string, parts: readonly string[]): Promise<string | undefined> {
  try {
    const path = await realpath(join(root, parts.join('/')))
    return path.startsWith(root.endsWith(sep) ? root : root + sep) ? path : undefined
  } catch {
    return undefined
  }
}

async function readRegular(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  // A pipe or a device would block, and a link that was created in the meantime may point elsewhere.
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants
  try {
    const handle = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) return undefined
      if (stats.size > maxBytes) throw new ImportError(`The file is larger than ${maxBytes} bytes.`)
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new ImportError(`The file cannot be read: ${error.message}`)
  }
}
