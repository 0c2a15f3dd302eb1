const SHORTENED = "'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)"
const fixedMarks = new RegExp(`\\.\\.\\.|\`\`|''| \\(tm\\)|${SHORTENED}`, 'g')
const fixedQuote = new RegExp(`''|${SHORTENED}`, 'y')

/** An ellipsis as it is typed and as it is written. */
export const TYPED_ELLIPSIS = '...'
export const ELLIPSIS = '&#8230;'

const FIXED: Readonly<Record<string, string>> = {
  [TYPED_ELLIPSIS]: ELLIPSIS,
  '``': '&#8220;',
  "''": '&#8221;',
  ' (tm)': ' &#8482;',
}

const writeFixed = (found: string): string => FIXED[found] ?? found.replaceAll("'", '&#8217;')

/** Writes the marks that mean the same wherever they stand: ellipses, doubled quotes, words such as `'tis`. */
export const setFixedMarks = (text: string): string => text.replace(fixedMarks, writeFixed)

/** Whether such a mark begins with the straight quote at an index. */
export const isFixedQuote = (text: string, index: number): boolean => {
  fixedQuote.lastIndex = index
  return fixedQuote.test(text)
}
