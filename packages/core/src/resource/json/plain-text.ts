/** Longer strings are left to `JSON.stringify`: most of them contain a character that must be escaped. */
const SHORT = 48

/** The ASCII characters that need no escape: all except control characters, quotes and backslashes. */
const plain = Uint8Array.from({ length: 128 }, (_, code) => (code < 32 || code === 34 || code === 92 ? 0 : 1))

/** Whether a string is short and needs no escapes. Most strings are, and the check is faster than writing them. */
export function isPlain(text: string): boolean {
  const { length } = text
  if (length > SHORT) return false
  for (let index = 0; index < length; index++) {
    // Beyond ASCII there is no entry.
    if (plain[text.charCodeAt(index)] !== 1) return false
  }
  return true
}
