const decimal = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/
const digit0 = 48
const digit9 = 57
const safeDigits = 15

/** Parses a finite number, which white space may surround; undefined when the text is not a number. */
export function numberFromText(text: string): number | undefined {
  const { length } = text
  // Almost every number in a query has a few digits, which a loop parses faster than a regular expression.
  if (length > 0 && length <= safeDigits) {
    let whole = 0
    let index = 0
    for (; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code < digit0 || code > digit9) break
      whole = whole * 10 + (code - digit0)
    }
    if (index === length) return whole
  }
  if (!decimal.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** Writes a number with an exponent such as `1.0E+21`, as other servers of this interface do. */
export function textFromNumber(value: number): string {
  return String(value).replace(/^(-?\d+)(\.\d+)?e/, (_, whole, fraction = '.0') => `${whole}${fraction}E`)
}
