import { createHash, hashBytes } from './hash.js'

/** A text in the form in which it is sent. */
export interface EncodedText {
  /** UTF-8; half a pair of surrogates is encoded as U+FFFD. Undefined for ASCII, whose characters are its bytes. */
  readonly bytes: Uint8Array | undefined
  readonly hash: string
}

const encoder = new TextEncoder()

/** Longer texts are not memoized, and encoded in chunks of this length. */
const MAX_LENGTH = 65_536
/** The maximum number of bytes of UTF-8 for a UTF-16 code unit. */
const MAX_BYTES_PER_CHARACTER = 3

let scratch: Uint8Array | undefined
let lastText: string | undefined
let last: EncodedText | undefined

/** Encodes and hashes a text. The last result is memoized, since the same response is often sent many times in a row. */
export function encodeText(text: string): EncodedText {
  if (last !== undefined && text === lastText) return last
  if (text.length >= MAX_LENGTH) return encodeLong(text)
  // Allocating the bytes of each response costs more than writing them; those of ASCII are only needed for the hash.
  const bytes = encodeShort(text)
  lastText = text
  last = { bytes: bytes.length === text.length ? undefined : bytes.slice(), hash: hashBytes(bytes) }
  return last
}

/** The bytes of a text that fits into the scratch memory; they are valid until the next call. */
function encodeShort(text: string): Uint8Array {
  scratch ??= new Uint8Array(MAX_BYTES_PER_CHARACTER * MAX_LENGTH)
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}

/** ASCII is hashed chunk by chunk: all bytes of a long text would take as much memory as the text. */
function encodeLong(text: string): EncodedText {
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
