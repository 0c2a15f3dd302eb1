/** Hashes bytes in chunks; the size of each chunk except the last is a multiple of 16. */
export interface Hash {
  add(bytes: Uint8Array): void
  /** The hash of all added chunks. */
  digest(): string
}

/**
 * A 64-bit hash as hexadecimal digits: four lanes in the manner of FNV-1a, each over every fourth word of four bytes. It
 * is fast and not cryptographic: for entity tags only.
 */
export function createHash(): Hash {
  let length = 0
  let first = 0x811c9dc5
  let second = 0x1b873593
  let third = 0x9747b28c
  let fourth = 0x85ebca77
  return {
    add(bytes) {
      let a = first
      let b = second
      let c = third
      let d = fourth
      const whole = bytes.length & ~15
      const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
      const words = new Uint32Array(buffer, byteOffset, whole / 4)
      for (let i = 0; i < words.length; i += 4) {
        a = Math.imul(a ^ (words[i] as number), 0x9e3779b1) ^ (a >>> 15)
        b = Math.imul(b ^ (words[i + 1] as number), 0x85ebca6b) ^ (b >>> 15)
        c = Math.imul(c ^ (words[i + 2] as number), 0x9e3779b1) ^ (c >>> 15)
        d = Math.imul(d ^ (words[i + 3] as number), 0x85ebca6b) ^ (d >>> 15)
      }
      for (let i = whole; i < bytes.length; i++) {
        const byte = bytes[i] as number
        a = Math.imul(a ^ byte, 0x01000193)
        b = Math.imul(b ^ byte, 0x85ebca6b) ^ (b >>> 15)
      }
      length += bytes.length
      first = a
      second = b
      third = c
      fourth = d
    },
    digest() {
      const a = Math.imul(first ^ third ^ length, 0x9e3779b1) ^ (third >>> 15)
      const b = Math.imul(second ^ fourth, 0x85ebca6b) ^ (fourth >>> 15)
      return hexadecimal(a ^ (b >>> 16)) + hexadecimal(b ^ (a >>> 16))
    },
  }
}

/** The hash of bytes in one piece. */
export function hashBytes(bytes: Uint8Array): string {
  const hash = createHash()
  hash.add(bytes)
  return hash.digest()
}

const hexadecimal = (word: number) => (word >>> 0).toString(16).padStart(8, '0')
