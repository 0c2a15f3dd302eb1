import { createHash, hashBytes } from './hash.js'

/** A text in the form in which it is sent. */
export interface EncodedText {
  /** UTF-8; half a pair of surrogates is encoded as U+FFFD. Undefined for ASCII, whose characters are its bytes. */
  readonly bytes: Uint8Array | undefined
  readonly hash: string
}

const encoder = new TextEncoder()

/** Longer texts are not kept, and encoded in chunks of this length. */
const MAX_LENGTH = 65_536
/** The maximum number of bytes of UTF-8 for a UTF-16 code unit. */
const MAX_BYTES_PER_CHARACTER = 3

/** Encodes and hashes texts. */
export type TextEncoding = (text: string) => EncodedText

/** Creates the function that encodes and hashes the texts of a registry. */
export function createTextEncoding(): TextEncoding {
  let scratch: Uint8Array | undefined
  let lastText: string | undefined
  let last: EncodedText | undefined
  /** The bytes of a text that fits into the scratch memory; they are valid until the next call. */
  const encodeShort = (text: string): Uint8Array => {
    scratch ??= new Uint8Array(MAX_BYTES_PER_CHARACTER * MAX_LENGTH)
    return scratch.subarray(0, encoder.encodeInto(text, scratch).written)
  }
  return text => {
    // The same response is often sent many times in a row.
    if (last !== undefined && text === lastText) return last
    if (text.length >= MAX_LENGTH) return encodeLong(text, encodeShort)
    const bytes = encodeShort(text)
    lastText = text
    last = { bytes: bytes.length === text.length ? undefined : bytes.slice(), hash: hashBytes(bytes) }
    return last
  }
}

/** ASCII is hashed chunk by chunk: all bytes of a long text would take as much memory as the text. */
function encodeLong(text: string, encodeShort: (text: string) => Uint8Array): EncodedText {
  const hash = createHash()
  for (let from = 0; from < text.length; from += MAX_LENGTH) {
    const chunk = text.slice(from, from + MAX_LENGTH)
    const bytes = encodeShort(chunk)
    if (bytes.length > chunk.length) return encodeWhole(text)
    hash.add(bytes)
  }
  return { bytes: undefined, hash: hash.digest() }
}

function encodeWhole(text: string): EncodedText {
  const bytes = encoder.encode(text)
  return { bytes, hash: hashBytes(bytes) }
}
