import { RestError } from '@platen/core'

/** The total size of the files in an archive, in bytes. Archives are created in memory. */
const MAX_BYTES = 64 * 1024 * 1024
/** The number of bytes after which other requests get their turn. */
const TURN_BYTES = 256 * 1024

/** Files by path, with `/` between folders. */
export type ArchivedFiles = ReadonlyMap<string, Uint8Array>

/** Whether unpacking a path cannot leave the folder it is unpacked in. */
const isArchivable = (path: string): boolean =>
  path.length <= 1000 &&
  !/[\\:\p{Cc}]/u.test(path) &&
  path.split('/').every(part => part !== '' && part !== '.' && part !== '..')

/** Collects the files of an archive. */
export interface ArchiveFiles {
  readonly files: ArchivedFiles
  /** Adds or replaces a file; a file with an unsafe path is omitted. Throws `rest_export_too_large`. */
  add(path: string, bytes: Uint8Array): void
}

/** Creates an empty collection of files. */
export function archiveFiles(): ArchiveFiles {
  const files = new Map<string, Uint8Array>()
  let total = 0
  return {
    files,
    add(path, bytes) {
      if (!isArchivable(path)) return
      total += bytes.length - (files.get(path)?.length ?? 0)
      if (total > MAX_BYTES)
        throw new RestError('rest_export_too_large', `Themes of up to ${MAX_BYTES} bytes can be exported.`, 413)
      files.set(path, bytes)
    },
  }
}

/** Packs files into a ZIP archive, in chunks, so that other requests are not blocked; `modified` is in milliseconds. */
export async function zipArchive(files: ArchivedFiles, modified: number): Promise<Uint8Array> {
  const { Zip, ZipDeflate } = await import('fflate')
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    chunks.push(chunk)
  })
  let unyielded = 0
  for (const [path, bytes] of files) {
    const file = new ZipDeflate(path, { level: 6 })
    file.mtime = modified
    zip.add(file)
    for (let at = 0; at < bytes.length || at === 0; at += TURN_BYTES) {
      const piece = bytes.subarray(at, at + TURN_BYTES)
      file.push(piece, at + TURN_BYTES >= bytes.length)
      unyielded += piece.length
      if (unyielded < TURN_BYTES) continue
      unyielded = 0
      await new Promise(resolve => setTimeout(resolve))
    }
  }
  zip.end()
  return joined(chunks)
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
