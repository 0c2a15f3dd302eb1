/** Characters that a regular expression with the flag `u` may escape. */
const ESCAPABLE = /[\^$\\.*+?()[\]{}|/]/
const QUANTIFIER = /\{\d+(?:,\d*)?\}/y
const CLASS_ESCAPE = /\\[dswDSW]/y

const matchAt = (expression: RegExp, text: string, at: number): string | undefined => {
  expression.lastIndex = at
  return expression.exec(text)?.[0]
}

/**
 * A regular expression as newer versions of JSON Schema read it, with the flag `u`: without needless backslashes, and with
 * those that the flag needs. `undefined` if it has no such form.
 */
export function unicodePattern(pattern: string): string | undefined {
  let out = ''
  let isInClass = false
  /** Whether the last item of a class is one such as `\w`, which no range begins with. */
  let isAfterClass = false
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at)
    if (char === '\\') {
      const isClass = matchAt(CLASS_ESCAPE, pattern, at) !== undefined
      const escaped = pattern.charAt(++at)
      const isNeeded = /\w/.test(escaped) ? escaped !== '_' : ESCAPABLE.test(escaped) || (isInClass && escaped === '-')
      out += isNeeded ? `\\${escaped}` : escaped
      isAfterClass = isClass
      continue
    }
    const quantifier = isInClass ? undefined : matchAt(QUANTIFIER, pattern, at)
    const isLiteral = isInClass
      ? char === '-' && (isAfterClass || matchAt(CLASS_ESCAPE, pattern, at + 1) !== undefined)
      : quantifier === undefined && /[\]{}]/.test(char)
    if (char === '[') isInClass = true
    else if (char === ']') isInClass = false
    isAfterClass = false
    out += quantifier ?? (isLiteral ? `\\${char}` : char)
    if (quantifier !== undefined) at += quantifier.length - 1
  }
  return isUnicode(out) ? out : undefined
}

function isUnicode(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch {
    return false
  }
}
