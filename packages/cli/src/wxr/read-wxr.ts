import { createOutlineCheck } from './check-outline.js'
import { createXmlDecoder, type DecodedText, type XmlDecoder } from './decode-xml.js'
import { recordReader } from './read-element.js'
import { WxrError } from './wxr-error.js'
import type { WxrRecord } from './wxr-records.js'

/** The bytes of a file in chunks. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Reads an export file (WXR 1.0 to 1.2) as a stream of records in file order. Only the current chunk and record are in
 * memory. Unknown elements are skipped. Rejects with a `WxrError`, which has the position, if the file is not XML, is
 * truncated, is not an export, or has another version.
 *
 * ```ts
 * for await (const record of readWxr(createReadStream('export.xml'))) console.log(record.kind)
 * ```
 */
export async function* readWxr(chunks: Chunks): AsyncGenerator<WxrRecord> {
  const { createItemParser } = await import('./item-parser.js')
  const ready: WxrRecord[] = []
  const outline = createOutlineCheck(name => name !== 'wp:base_blog_url' && recordReader(name) !== undefined)
  const parser = createItemParser({
    begin: outline.begin,
    complete(element) {
      outline.accept(element)
      const read = recordReader(element.name)
      if (read) ready.push(read(element))
    },
  })
  const push = ({ text, broken }: DecodedText) => {
    parser.write(text)
    if (!broken) return
    const { line, column } = parser.place()
    throw new WxrError('Invalid bytes in the encoding of the file.', line, column)
  }
  for await (const text of decoded(chunks)) {
    push(text)
    yield* ready.splice(0)
  }
  // The parser resets its position when it ends.
  const { line, column } = parser.place()
  parser.end()
  outline.end(line, column)
  yield* ready.splice(0)
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
