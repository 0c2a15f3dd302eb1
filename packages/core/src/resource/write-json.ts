/** Longer texts are left to `JSON.stringify`: most of them have something that is escaped. */
const SHORT = 48

/** Which characters of ASCII stand for themselves: all but control characters, quotes and backslashes. */
const plain = Uint8Array.from({ length: 128 }, (_, code) => (code < 32 || code === 34 || code === 92 ? 0 : 1))

/** A text as JSON. Most short texts need no escapes, and looking costs less than writing. */
function quote(text: string): string {
  const { length } = text
  if (length > SHORT) return JSON.stringify(text)
  for (let index = 0; index < length; index++) {
    // Beyond ASCII there is none.
    if (plain[text.charCodeAt(index)] !== 1) return JSON.stringify(text)
  }
  return `"${text}"`
}

/** A list as JSON: of numbers, as most are that name things, or else of whatever it holds. */
function writeList(list: readonly unknown[]): string {
  let json = ''
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (!Number.isSafeInteger(item)) return JSON.stringify(list)
    json += index === 0 ? item : `,${item}`
  }
  return `[${json}]`
}

/**
 * A value as JSON, like `JSON.stringify`: quicker for the short texts, numbers and lists that most fields are. `undefined`
 * for what JSON has no word for.
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
