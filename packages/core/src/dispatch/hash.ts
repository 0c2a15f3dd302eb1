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

/**
 * A 64-bit hash as hexadecimal digits (two FNV-1a lanes over UTF-16 code units). It is fast and not cryptographic: for
 * entity tags only.
 */
function computeHash(text: string): string {
  let a = 0x811c9dc5
  let b = 0x1b873593
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 15)
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0')
}
