import { fileContent, type StoredContent } from '../../../content/media/index.js'

/** The functions that open a file: parts of `node:fs` and `node:path`. */
interface Files {
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
export async function openFolderFile(fs: Files, folder: string, path: string): Promise<StoredContent | undefined> {
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
