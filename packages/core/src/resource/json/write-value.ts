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

/** A list of short strings as JSON; undefined if it contains anything else. */
function writeTexts(list: readonly unknown[]): string | undefined {
  let json = '["'
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (typeof item !== 'string' || !isPlain(item)) return undefined
    if (index > 0) json += '","'
    json += item
  }
  return `${json}"]`
}

/** A list of integers as JSON; undefined if it contains anything else. */
function writeIntegers(list: readonly unknown[]): string | undefined {
  let json = '['
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (!Number.isSafeInteger(item)) return undefined
    if (index > 0) json += ','
    json += String(item)
  }
  return `${json}]`
}

/** A list as JSON; most are lists of ids, or of short strings. */
function writeList(list: readonly unknown[]): string {
  if (list.length === 0) return '[]'
  return (typeof list[0] === 'string' ? writeTexts(list) : writeIntegers(list)) ?? JSON.stringify(list)
}

/**
 * Writes a value like `JSON.stringify`, but faster for short strings, numbers and lists of them, which are the values
 * of most fields. `undefined` if JSON cannot represent the value.
 */
export function writeJson(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return isPlain(value) ? `"${value}"` : JSON.stringify(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return Array.isArray(value) ? writeList(value) : JSON.stringify(value)
  }
}
