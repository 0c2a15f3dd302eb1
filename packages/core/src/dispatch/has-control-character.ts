const BETWEEN_TEXTS = /[{}[\],: \t\n\r]+|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/iy
const PLAIN = /[ !#-[\]-\uffff]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-f]{4})/iy

/**
 * Whether what keeps a text from being JSON is a control character, or the end of the text within a string: clients of this
 * interface know a code for that. Only the first part that cannot be read counts. Takes linear time.
 */
export function hasControlCharacter(text: string): boolean {
  let at = 0
  let inString = false
  const skip = (part: RegExp): boolean => {
    part.lastIndex = at
    if (!part.test(text)) return false
    at = part.lastIndex
    return true
  }
  while (inString || at < text.length) {
    if (inString) skip(PLAIN)
    if (text[at] === '"') {
      inString = !inString
      at++
    } else if (!skip(inString ? ESCAPE : BETWEEN_TEXTS)) return at === text.length || text.charCodeAt(at) < 0x20
  }
  return false
}
