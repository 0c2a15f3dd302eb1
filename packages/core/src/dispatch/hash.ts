/**
 * A 64-bit hash as hexadecimal digits: four lanes in the manner of FNV-1a, each over every fourth word of four bytes. It
 * is fast and not cryptographic: for entity tags only.
 */
export function hashBytes(bytes: Uint8Array): string {
  let a = 0x811c9dc5
  let b = 0x1b873593
  let c = 0x9747b28c
  let d = 0x85ebca77
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
  a = Math.imul(a ^ c ^ bytes.length, 0x9e3779b1) ^ (c >>> 15)
  b = Math.imul(b ^ d, 0x85ebca6b) ^ (d >>> 15)
  return hexadecimal(a ^ (b >>> 16)) + hexadecimal(b ^ (a >>> 16))
}

const hexadecimal = (word: number) => (word >>> 0).toString(16).padStart(8, '0')
