import { hashBytes } from './hash.js'

/** A text as it is sent. */
export interface EncodedText {
  /** UTF-8; half a pair of surrogates is encoded as U+FFFD. */
  readonly bytes: Uint8Array
  readonly hash: string
}

const encoder = new TextEncoder()

/** Longer texts are not memoized. */
const MAX_LENGTH = 65_536

let lastText: string | undefined
let last: EncodedText | undefined

/** Encodes and hashes a text. The last result is memoized, since the same response is often sent many times in a row. */
export function encodeText(text: string): EncodedText {
  if (last !== undefined && text === lastText) return last
  const bytes = encoder.encode(text)
  const encoded = { bytes, hash: hashBytes(bytes) }
  if (text.length < MAX_LENGTH) {
    lastText = text
    last = encoded
  }
  return encoded
}
