/** Longer strings are left to `JSON.stringify`: most of them hold a character that is escaped. */
const SHORT = 48

/** Which characters of ASCII stand for themselves: all but control characters, quotes and backslashes. */
const plain = Uint8Array.from({ length: 128 }, (_, code) => (code < 32 || code === 34 || code === 92 ? 0 : 1))

/** A string as JSON. Most short strings need no escapes, and to check that is quicker than to write them. */
function quote(text: string): string {
  const { length } = text
  if (length > SHORT) return JSON.stringify(text)
  for (let index = 0; index < length; index++) {
    // Beyond ASCII there is no entry.
    if (plain[text.charCodeAt(index)] !== 1) return JSON.stringify(text)
  }
  return `"${text}"`
}

/** A list as JSON; most are lists of ids, or of short strings. */
function writeList(list: readonly unknown[]): string {
  let json = ''
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    const isText = typeof item === 'string'
    if (!isText && !Number.isSafeInteger(item)) return JSON.stringify(list)
    json += (index === 0 ? '' : ',') + (isText ? quote(item) : String(item))
  }
  return `[${json}]`
}

/**
 * Writes a value as `JSON.stringify` does: faster for short strings, numbers and lists of them, which most fields are.
 * `undefined` where JSON has no form for it.
 */
export function writeJson(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return Array.isArray(value) ? writeList(value) : JSON.stringify(value)
  }
}
