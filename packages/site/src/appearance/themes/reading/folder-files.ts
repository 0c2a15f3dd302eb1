import { fileContent, type StoredContent } from '../../../content/media/index.js'
import type { ThemeFile } from './theme-source.js'

/** Limits for reading one folder. */
const MAX_FILES = 10_000
const MAX_DEPTH = 10

/** The functions that read a folder: parts of `node:fs/promises` and `node:path`. */
interface Files {
  readdir(
    path: string,
    options: { readonly withFileTypes: true },
  ): Promise<readonly { readonly name: string; isFile(): boolean; isDirectory(): boolean }[]>
  readFile(path: string): Promise<Uint8Array>
  join(...parts: readonly string[]): string
}

/** Folders of development, which are not part of a theme. */
const SKIPPED = new Set(['node_modules'])

/**
 * Reads all files of a folder, one at a time, in the order of their paths. Links and names that begin with a dot are
 * skipped.
 */
export async function* folderFiles(fs: Files, root: string, folder = '', depth = 0): AsyncGenerator<ThemeFile> {
  const entries = [...(await fs.readdir(fs.join(root, folder), { withFileTypes: true }))]
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  let count = 0
  for (const entry of entries) {
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile() && count++ < MAX_FILES) yield { path, bytes: await fs.readFile(fs.join(root, path)) }
    else if (entry.isDirectory() && depth < MAX_DEPTH) yield* folderFiles(fs, root, path, depth + 1)
  }
}

/** The functions that open a file: parts of `node:fs` and `node:path`. */
interface FileCalls {
  realpath(path: string): Promise<string>
  stat(path: string): Promise<{
    readonly size: number
    readonly mtimeMs: number
    readonly ino: number
    isFile(): boolean
  }>
  createReadStream(path: string, range: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
  join(...parts: readonly string[]): string
}

/** The error codes of paths without a readable file. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EPERM', 'EINVAL'])

/** Opens a file below a folder, by a path that contains no `..`; `undefined` if it is missing or reached by a link. */
export async function openFolderFile(fs: FileCalls, folder: string, path: string): Promise<StoredContent | undefined> {
  try {
    const file = fs.join(await fs.realpath(folder), path)
    if ((await fs.realpath(file)) !== file) return undefined
    const about = await fs.stat(file)
    if (!about.isFile()) return undefined
    return fileContent(file, about, (start, end) => fs.createReadStream(file, { start, end }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) return undefined
    throw error
  }
}
