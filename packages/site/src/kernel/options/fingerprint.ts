import { canonicalJson } from '@platen/core'

/** A 53-bit hash of a value's canonical JSON, to detect changes; not cryptographic. */
export function fingerprint(value: unknown): number {
  const text = canonicalJson(value)
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
    high ^= high >>> 13
  }
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0)
}
