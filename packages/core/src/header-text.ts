const BEYOND_ASCII = /[^\t -~]/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The text of a header of a request, whose characters each stand for one byte: most clients send UTF-8, but browsers
 * send the characters of `fetch` headers as Latin-1.
 */
export function headerText(value: string): string {
  if (!BEYOND_ASCII.test(value)) return value
  try {
    return utf8.decode(Uint8Array.from(value, character => character.charCodeAt(0)))
  } catch {
    return value
  }
}
