/** Characters that a regular expression with the flag `u` may escape. */
const ESCAPABLE = /[\^$\\.*+?()[\]{}|/]/

/** A regular expression as newer versions of JSON Schema read it, with the flag `u`: without needless backslashes. */
export function unicodePattern(pattern: string): string {
  let out = ''
  let isInClass = false
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at)
    if (char !== '\\') {
      if (char === '[') isInClass = true
      if (char === ']') isInClass = false
      out += char
      continue
    }
    const escaped = pattern.charAt(++at)
    const isNeeded = /\w/.test(escaped) ? escaped !== '_' : ESCAPABLE.test(escaped) || (isInClass && escaped === '-')
    out += isNeeded ? `\\${escaped}` : escaped
  }
  return out
}
