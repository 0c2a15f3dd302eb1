const decimal = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/
const digit0 = 48
const digit9 = 57
const safeDigits = 15

/** The finite number a text stands for, undefined when it is none. White space around it and an exponent are fine. */
export function numberFromText(text: string): number | undefined {
  const { length } = text
  // Almost every number in a query string is a few digits, for which a regular expression is slow.
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

/** A number written out, with the capital exponent that such text has elsewhere in the interface: `1.0E+21`. */
export function textFromNumber(value: number): string {
  return String(value).replace(/^(-?\d+)(\.\d+)?e/, (_, whole, fraction = '.0') => `${whole}${fraction}E`)
}
