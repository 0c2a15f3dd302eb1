/**
 * The maximum number of files and folders that are counted, so that a huge folder is an error instead of an endless
 * wait.
 */
const MAX_ENTRIES = 250_000
/** How many files are read about at a time. */
const AT_A_TIME = 64

/**
 * The size in bytes of all files of a folder and the folders within it; 0 if there is no such folder. Symbolic links are
 * not followed. Rejects if the signal aborts, with errors of the file system, and with a `RangeError` for more than
 * 250,000 entries.
 */
export async function folderSize(folder: string | URL, signal?: AbortSignal): Promise<number> {
  // Sites without folders can run without a file system.
  const { lstat, readdir } = await import('node:fs/promises')
  const { join } = await import('node:path')
  const { fileURLToPath } = await import('node:url')
  const pending = [typeof folder === 'string' ? folder : fileURLToPath(folder)]
  let entries = 0
  let size = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    signal?.throwIfAborted()
    const within = next
    const found = await readdir(within, { withFileTypes: true }).catch(ignoreMissing([]))
    entries += found.length
    if (entries > MAX_ENTRIES) throw new RangeError(`there are more than ${MAX_ENTRIES} files in ${folder}`)
    for (const entry of found) if (entry.isDirectory()) pending.push(join(within, entry.name))
    const files = found.filter(entry => entry.isFile()).map(({ name }) => join(within, name))
    for (let at = 0; at < files.length; at += AT_A_TIME) {
      signal?.throwIfAborted()
      const about = files.slice(at, at + AT_A_TIME).map(file => lstat(file).catch(ignoreMissing({ size: 0 })))
      for (const file of await Promise.all(about)) size += file.size
    }
  }
  return size
}

/** Returns the value for a file that no longer exists. */
const ignoreMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return value
    throw error
  }
