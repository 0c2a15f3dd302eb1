import { hashBytes } from './hash.js'

/** A text as it is sent. */
export interface EncodedText {
  /** UTF-8; half a pair of surrogates is encoded as U+FFFD. Undefined for ASCII, whose characters are its bytes. */
  readonly bytes: Uint8Array | undefined
  readonly hash: string
}

const encoder = new TextEncoder()

/** Longer texts are not memoized, nor encoded in the scratch memory. */
const MAX_LENGTH = 65_536
/** A character of UTF-16 takes up to so many bytes of UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3

let scratch: Uint8Array | undefined
let lastText: string | undefined
let last: EncodedText | undefined

/** Encodes and hashes a text. The last result is memoized, since the same response is often sent many times in a row. */
export function encodeText(text: string): EncodedText {
  if (last !== undefined && text === lastText) return last
  if (text.length >= MAX_LENGTH) return encoded(text, encoder.encode(text), bytes => bytes)
  // Memory for the bytes of each response costs more than to write them; those of ASCII are needed for the hash alone.
  scratch ??= new Uint8Array(MAX_BYTES_PER_CHARACTER * MAX_LENGTH)
  const { written } = encoder.encodeInto(text, scratch)
  lastText = text
  last = encoded(text, scratch.subarray(0, written), bytes => bytes.slice())
  return last
}

const encoded = (text: string, bytes: Uint8Array, own: (bytes: Uint8Array) => Uint8Array): EncodedText => ({
  bytes: bytes.length === text.length ? undefined : own(bytes),
  hash: hashBytes(bytes),
})
