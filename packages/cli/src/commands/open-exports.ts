import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { CliError } from '../cli-error.js'
import { isZip, SIGNATURE_LENGTH } from '../wxr/gunzipped.js'
import type { ExportFile, OpenedExports } from './export-file.js'
import { openArchive } from './open-archive.js'

/**
 * Opens files, `-` for standard input, and the XML files in zip archives in the order of their names. A file that does
 * not exist, or an archive that cannot be read, is a `CliError`.
 */
export async function openExports(paths: readonly string[], input: AsyncIterable<Uint8Array>): Promise<OpenedExports> {
  const files: ExportFile[] = []
  const ignored: string[] = []
  const closes: (() => void)[] = []
  const close = () => {
    for (const each of closes) each()
  }
  try {
    for (const path of paths) {
      if (path === '-') files.push({ name: path, chunks: input, size: 0 })
      else if (await isArchive(path)) {
        const archive = await openArchive(path)
        closes.push(archive.close)
        for (const file of archive.files) files.push(file)
        for (const name of archive.ignored) ignored.push(name)
      } else files.push({ name: path, chunks: chunksOf(path), size: sizeOf(path) })
    }
  } catch (error) {
    close()
    throw error
  }
  return { files, ignored, close }
}

function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new CliError(stats ? `${path} is not a file.` : `There is no file ${path}.`)
  return stats.size
}

/** Opens the file only when its first chunk is read: before that, nothing would handle its errors or close it. */
async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

async function isArchive(path: string): Promise<boolean> {
  sizeOf(path)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_LENGTH), 0, SIGNATURE_LENGTH, 0)
    return isZip(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
