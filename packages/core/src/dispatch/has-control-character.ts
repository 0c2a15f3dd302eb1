const BETWEEN_TEXTS = /[{}[\],: \t\n\r]+|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/iy
const PLAIN = /[ !#-[\]-\uffff]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-f]{4})/iy

/**
 * Whether a text is not JSON because of a control character, or because it ends within a string: this interface has a
 * separate error code for that. Only the first syntax error counts. Takes linear time.
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
