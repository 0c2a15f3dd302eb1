let lastText: string | undefined
let lastHash = ''

/** Hashes a text. The last hash is memoized, since the same response is often sent many times in a row. */
export function hashText(text: string): string {
  if (text === lastText) return lastHash
  const hash = computeHash(text)
  // Long texts are not retained.
  if (text.length < 65_536) {
    lastText = text
    lastHash = hash
  }
  return hash
}

/** Shorter texts are hashed unit by unit: encoding them would take longer. */
const SHORT = 512

const encoder = new TextEncoder()
const bytes = new Uint8Array(32_768)
const words = new Uint32Array(bytes.buffer)

/**
 * A 64-bit hash as hexadecimal digits: two lanes in the manner of FNV-1a, over UTF-16 code units, or over four bytes of
 * UTF-8 at a time. It is fast and not cryptographic: for entity tags only.
 */
function computeHash(text: string): string {
  let a = 0x811c9dc5
  let b = 0x1b873593
  if (text.length < SHORT) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      a = Math.imul(a ^ unit, 0x01000193)
      b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 15)
    }
  } else {
    for (let rest = text; rest !== ''; ) {
      const { read, written } = encoder.encodeInto(rest, bytes)
      const count = Math.ceil(written / 4)
      bytes.fill(0, written, count * 4)
      for (let i = 0; i < count; i++) {
        const word = words[i] as number
        a = Math.imul(a ^ word, 0x9e3779b1) ^ (a >>> 15)
        b = Math.imul(b ^ word, 0x85ebca6b) ^ (b >>> 15)
      }
      rest = read === rest.length ? '' : rest.slice(read)
    }
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0')
}
