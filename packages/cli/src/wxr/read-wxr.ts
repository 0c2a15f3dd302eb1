import { createTextCleaner } from './clean-text.js'
import { createXmlDecoder, type DecodedText, type XmlDecoder } from './decode-xml.js'
import { DamagedDataError, gunzipped } from './gunzipped.js'
import { recordReader } from './read-element.js'
import { WxrError } from './wxr-error.js'
import { createWxrNotes, type WxrNotes } from './wxr-notes.js'
import type { WxrRecord } from './wxr-records.js'

const VERSIONS = /^1\.[0-2]$/

/** The bytes of a file in chunks. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Reads an export file (WXR 1.0 to 1.2), which may be compressed with gzip, as a stream of records in file order. Only
 * the current chunk and record are in memory. Texts need not be well-formed XML; `notes` collects what is ignored or
 * changed. Rejects with a `WxrError`, which has the position, if the file is not an export, is truncated, has another
 * version, or if the tags around its texts do not match.
 *
 * ```ts
 * for await (const record of readWxr(createReadStream('export.xml'))) console.log(record.kind)
 * ```
 */
export async function* readWxr(chunks: Chunks, notes: WxrNotes = createWxrNotes()): AsyncGenerator<WxrRecord> {
  const { createElementParser } = await import('./parse-elements.js')
  const ready: WxrRecord[] = []
  let isVersioned = false
  const requireVersion = (fail: (message: string) => never) => {
    if (!isVersioned) fail('Not an export file (WXR): <wp:wxr_version> is missing.')
  }
  const parser = createElementParser(
    {
      begin: requireVersion,
      complete(element, fail) {
        if (element.name === 'wp:wxr_version') {
          const version = element.text.trim()
          if (!VERSIONS.test(version)) {
            fail(`The version of this export is "${version}"; versions 1.0 to 1.2 are supported.`)
          }
          isVersioned = true
        }
        const read = recordReader(element.name)
        if (read) ready.push(read(element, notes))
      },
    },
    notes,
  )
  const clean = createTextCleaner()
  const fail = (message: string, cause?: unknown): never => {
    const { line, column } = parser.place()
    throw new WxrError(message, line, column, { cause })
  }
  const push = ({ text, broken }: DecodedText) => {
    const { text: cleaned, removed } = clean(text)
    parser.write(cleaned, removed)
    if (broken) fail('Invalid bytes in the encoding of the file.')
  }
  try {
    for await (const text of decoded(gunzipped(chunks))) {
      push(text)
      yield* ready.splice(0)
    }
  } catch (cause) {
    throw cause instanceof DamagedDataError ? fail(cause.message, cause) : cause
  }
  push({ text: '', broken: false })
  parser.end()
  requireVersion(fail)
}

/** The bytes that are read before the encoding is detected: enough for the XML declaration. */
const BEGINNING = 256

async function* decoded(chunks: Chunks): AsyncGenerator<DecodedText> {
  let decoder: XmlDecoder | undefined
  let beginning: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    if (decoder) {
      yield decoder.write(chunk)
      continue
    }
    beginning = beginning.length === 0 ? chunk : Buffer.concat([beginning, chunk])
    if (beginning.length < BEGINNING) continue
    decoder = createXmlDecoder(beginning)
    yield decoder.write(beginning)
  }
  if (!decoder) {
    decoder = createXmlDecoder(beginning)
    yield decoder.write(beginning)
  }
  yield decoder.end()
}
