import { TextDecoder } from 'node:util'
import { WxrError } from './wxr-error.js'

/** Decodes bytes that arrive in chunks; each call returns the text that is complete. */
export interface XmlDecoder {
  write(bytes: Uint8Array): DecodedText
  end(): DecodedText
}

/** Decoded text; with `broken` it ends before the first invalid bytes. */
export interface DecodedText {
  readonly text: string
  readonly broken: boolean
}

/**
 * Creates the decoder of a document that begins with the given bytes. Its byte order mark or its XML declaration
 * determines the encoding; the default is UTF-8. Throws a `WxrError` for an unknown encoding.
 */
export function createXmlDecoder(beginning: Uint8Array): XmlDecoder {
  const label = encodingOf(beginning)
  const strict = textDecoder(label)
  return {
    write: bytes => decode(() => strict.decode(bytes, { stream: true }), label, bytes),
    end: () => decode(() => strict.decode(), label, new Uint8Array()),
  }
}

function decode(strictly: () => string, label: string, bytes: Uint8Array): DecodedText {
  try {
    return { text: strictly(), broken: false }
  } catch {
    // The chunk may begin within a character, whose remaining bytes are not the error.
    const begin = bytes.findIndex(byte => (byte & 0xc0) !== 0x80)
    const text = new TextDecoder(label).decode(bytes.subarray(Math.max(0, begin)))
    return { text: text.slice(0, Math.max(0, text.indexOf('\uFFFD'))), broken: true }
  }
}

function encodingOf(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  if (/^(?:\xfe\xff|\0<\0)/.test(beginning)) return 'utf-16be'
  if (/^(?:\xff\xfe|<\0[^\0]\0)/.test(beginning)) return 'utf-16le'
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]+)["']/.exec(beginning)?.[1] ?? ''
  // A declaration that can be read in ASCII is not UTF-16, although some files say so.
  return declared === '' || /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

function textDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch (cause) {
    throw new WxrError(`Unknown encoding "${label}".`, 1, 1, { cause })
  }
}
