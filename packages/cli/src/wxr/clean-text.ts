/** Text without the characters that XML does not allow, with `\n` at the end of each line. */
export interface CleanText {
  readonly text: string
  /** The indexes in `text` at which a character was removed. */
  readonly removed: readonly number[]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]/g

/** Creates a function that cleans a text chunk by chunk; the last chunk must be empty. */
export function createTextCleaner(): (chunk: string) => CleanText {
  /** A carriage return that may be the first half of a line break. */
  let carried = ''
  return chunk => {
    const joined = carried + chunk
    carried = chunk !== '' && joined.endsWith('\r') ? '\r' : ''
    const complete = carried === '' ? joined : joined.slice(0, -1)
    const lines = complete.includes('\r') ? complete.replace(/\r\n?/g, '\n') : complete
    const removed: number[] = []
    const text = lines.replace(FORBIDDEN, (_, index: number) => {
      removed.push(index - removed.length)
      return ''
    })
    return { text, removed }
  }
}

const REFERENCE = /&(?:#(\d{1,10})|#[xX]([\da-fA-F]{1,8})|(amp|lt|gt|quot|apos));/g
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the references of XML; all others, such as `&nbsp;`, remain. Calls `onForbidden` for those it removes. */
export function decodeReferences(text: string, onForbidden: (index: number) => void): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (reference, decimal?: string, hexadecimal?: string, name?: string, index = 0) => {
    if (name !== undefined) return NAMED[name] ?? reference
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\uFFFD'
    const character = String.fromCodePoint(code)
    if (character.replace(FORBIDDEN, '') !== '') return character
    onForbidden(index)
    return ''
  })
}
