/** Cuts a text to a number of UTF-16 code units, without splitting a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** Cuts a text to a number of bytes in UTF-8, without splitting a character. */
export function cutBytes(text: string, bytes: number): string {
  // No code unit takes more than three bytes.
  if (text.length * 3 <= bytes) return text
  let left = bytes
  let end = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (left < 0) break
    end += character.length
  }
  return text.slice(0, end)
}
