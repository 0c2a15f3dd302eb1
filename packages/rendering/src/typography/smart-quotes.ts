import { isDigit } from '../text/ascii.js'
import { APOSTROPHE, DOUBLE, opensDouble, opensSingle, type QuoteStyle, SINGLE } from './quote-rules.js'
import { endsWord, joinsNothing, spaceOrStartBefore } from './word-boundaries.js'

const yearDigits = /\d\d(?!\d|%|[.,]\d)/y
const number = /\d[\d.,]*/y

const at = (pattern: RegExp, text: string, index: number): boolean => {
  if (!isDigit(text.charCodeAt(index))) return false
  pattern.lastIndex = index
  return pattern.test(text)
}

/** A straight quote: its replacement, and its role when the marks after digits are resolved. */
interface Mark {
  readonly index: number
  text: string
  readonly role: 'opens' | 'closes' | 'fixed' | 'afterDigit' | 'loose'
  /** Whether a word ends after it, so that it can close a quotation. */
  readonly mayClose: boolean
}

const mark = (index: number, text: string, role: Mark['role'], mayClose = false): Mark => ({
  index,
  text,
  role,
  mayClose,
})

/** The closing quote of a quoted number such as `"42"`; -1 if there is none. */
const quotedNumberEnd = (text: string, index: number, quote: string): number => {
  if (!at(number, text, index + 1)) return -1
  return text[number.lastIndex] === quote && spaceOrStartBefore(text, index) ? number.lastIndex : -1
}

/** The end of a year without its century, such as `'99`; -1 if there is none. */
const shortYearEnd = (text: string, index: number): number => (at(yearDigits, text, index + 1) ? index + 3 : -1)

const classifySingle = (text: string, marks: Mark[]): void => {
  for (let index = text.indexOf("'"); index !== -1; index = text.indexOf("'", index + 1)) {
    const year = shortYearEnd(text, index)
    if (year !== -1) {
      marks.push(mark(index, APOSTROPHE, 'fixed'))
      if (text[year] === "'" && endsWord(text, year + 1)) {
        marks.push(mark(year, SINGLE.closing, 'closes'))
        index = year
      }
      continue
    }
    const numberEnd = quotedNumberEnd(text, index, "'")
    if (numberEnd !== -1) {
      marks.push(mark(index, SINGLE.opening, 'opens'), mark(numberEnd, SINGLE.closing, 'closes'))
      index = numberEnd
      continue
    }
    if (opensSingle(text, index)) marks.push(mark(index, SINGLE.opening, 'opens'))
    else if (!joinsNothing(text, index + 1)) marks.push(mark(index, APOSTROPHE, 'fixed'))
    else marks.push(unresolved(text, index))
  }
}

const unresolved = (text: string, index: number): Mark =>
  mark(index, '', isDigit(text.charCodeAt(index - 1)) ? 'afterDigit' : 'loose', endsWord(text, index + 1))

const classifyDouble = (text: string, marks: Mark[]): void => {
  for (let index = text.indexOf('"'); index !== -1; index = text.indexOf('"', index + 1)) {
    const numberEnd = quotedNumberEnd(text, index, '"')
    if (numberEnd !== -1) {
      marks.push(mark(index, DOUBLE.opening, 'opens'), mark(numberEnd, DOUBLE.closing, 'closes'))
      index = numberEnd
      continue
    }
    if (opensDouble(text, index)) marks.push(mark(index, DOUBLE.opening, 'opens'))
    else if (closesShortYear(text, index)) marks.push(mark(index, DOUBLE.closing, 'closes'))
    else marks.push(unresolved(text, index))
  }
}

const closesShortYear = (text: string, index: number): boolean =>
  text[index - 3] === "'" && shortYearEnd(text, index - 3) === index && endsWord(text, index + 1)

/**
 * Resolves the marks after digits, one quotation at a time: they are primes if another mark closes the quotation;
 * otherwise, the last mark that can close it closes it.
 */
const resolvePrimes = (text: string, marks: Mark[], style: QuoteStyle): void => {
  let start = 0
  let typedClosing = text.indexOf(style.closing)
  for (let from = 0; from <= marks.length; ) {
    let to = from
    while (to < marks.length && marks[to]?.role !== 'opens') to++
    const end = marks[to]?.index ?? text.length
    if (typedClosing !== -1 && typedClosing < start) typedClosing = text.indexOf(style.closing, start)
    resolveQuotation(marks, from, to, style, from > 0 && (typedClosing === -1 || typedClosing > end))
    start = end
    from = to + 1
  }
}

const resolveQuotation = (marks: Mark[], from: number, to: number, style: QuoteStyle, needsClosing: boolean): void => {
  let closer = -1
  let isClosed = !needsClosing
  for (let index = from; index < to; index++) {
    const current = marks[index] as Mark
    if (current.role === 'closes' || (current.role === 'loose' && current.mayClose)) isClosed = true
    if (current.role === 'afterDigit' && current.mayClose) closer = index
  }
  for (let index = from; index < to; index++) {
    const current = marks[index] as Mark
    if (current.role === 'afterDigit') current.text = index === closer && !isClosed ? style.closing : style.prime
    else if (current.role === 'loose') current.text = current.mayClose || style === DOUBLE ? style.closing : "'"
  }
}

const write = (text: string, marks: readonly Mark[]): string => {
  let result = ''
  let done = 0
  for (const { index, text: written } of marks) {
    result += text.slice(done, index) + written
    done = index + 1
  }
  return result + text.slice(done)
}

/** Curls the straight quotes in a text without markup; feet, inches and shortened years get primes and apostrophes. */
export const curlQuotes = (text: string): string => {
  const hasSingle = text.includes("'")
  const hasDouble = text.includes('"')
  if (!hasSingle && !hasDouble) return text
  const singles: Mark[] = []
  const doubles: Mark[] = []
  if (hasSingle) {
    classifySingle(text, singles)
    resolvePrimes(text, singles, SINGLE)
  }
  if (hasDouble) {
    classifyDouble(text, doubles)
    resolvePrimes(text, doubles, DOUBLE)
  }
  if (!hasSingle) return write(text, doubles)
  if (!hasDouble) return write(text, singles)
  return write(
    text,
    [...singles, ...doubles].sort((a, b) => a.index - b.index),
  )
}
