import { statSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { CliError } from '../cli-error.js'
import { DamagedDataError } from '../wxr/gunzipped.js'
import type { OpenedExports } from './export-file.js'

/** The maximum number of files in an archive. Exports are split into a few. */
const MAX_FILES = 1000
/** The maximum of what compression can gain: archives with more declare the same bytes several times. */
const MAX_RATIO = 1032

/** Opens the XML files in a zip archive, in the order of their names. Each is decompressed when it is read. */
export async function openArchive(path: string): Promise<OpenedExports> {
  const refuse = (reason: string): never => {
    throw new CliError(`${path}: ${reason}`)
  }
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false }).catch(unreadable(path))
  const close = () => zip.close()
  try {
    if (zip.entryCount > MAX_FILES) refuse(`an archive of more than ${MAX_FILES} files.`)
    const entries = await entriesOf(zip).catch(unreadable(path))
    const exports = entries.filter(({ fileName }) => /\.xml$/i.test(fileName)).sort(byName)
    if (exports.length === 0) refuse('an archive without an XML file.')
    if (exports.some(entry => entry.isEncrypted())) refuse('an encrypted archive.')
    const size = exports.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
    if (size > MAX_RATIO * statSync(path).size) refuse('an archive whose files overlap.')
    const files = exports.map(entry => ({
      name: `${path}/${entry.fileName}`,
      chunks: chunksOf(zip, entry),
      size: entry.uncompressedSize,
    }))
    return { files, ignored: entries.filter(entry => !exports.includes(entry)).map(({ fileName }) => fileName), close }
  } catch (error) {
    close()
    throw error
  }
}

const unreadable = (path: string) => (cause: unknown) => {
  throw new CliError(`${path}: an archive that cannot be read: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  })
}

const { compare } = new Intl.Collator('en', { numeric: true })
const byName = (a: Entry, b: Entry) => compare(a.fileName, b.fileName)

/** The files in an archive, without the ones that macOS adds. */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    if (!/\/$|^__MACOSX\/|(?:^|\/)\./.test(entry.fileName)) entries.push(entry)
  }
  return entries
}

async function* chunksOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let checksum = 0
  try {
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (cause) {
    throw cause instanceof Error && 'syscall' in cause ? cause : new DamagedDataError({ cause })
  }
  if (checksum !== entry.crc32) throw new DamagedDataError()
}
