/**
 * Bytes as a text of one character for each, whose code is the byte. A decoder of `latin1` is none of that: by its
 * standard, and in most runtimes, bytes from 0x80 to 0x9f are other characters.
 */
export function latinText(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
