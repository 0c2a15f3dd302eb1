const SHORTENED = "'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)"
const fixedMarks = new RegExp(`\\.\\.\\.|\`\`|''| \\(tm\\)|${SHORTENED}`, 'g')
const fixedQuote = new RegExp(`''|${SHORTENED}`, 'y')

/** An ellipsis as typed, and as written. */
export const TYPED_ELLIPSIS = '...'
export const ELLIPSIS = '&#8230;'

const FIXED: Readonly<Record<string, string>> = {
  [TYPED_ELLIPSIS]: ELLIPSIS,
  '``': '&#8220;',
  "''": '&#8221;',
  ' (tm)': ' &#8482;',
}

const writeFixed = (found: string): string => FIXED[found] ?? found.replaceAll("'", '&#8217;')

/** Replaces marks that do not depend on their context: ellipses, doubled quotes, words such as `'tis`. */
export const setFixedMarks = (text: string): string => text.replace(fixedMarks, writeFixed)

/** Whether the straight quote at an index begins such a mark. */
export const isFixedQuote = (text: string, index: number): boolean => {
  fixedQuote.lastIndex = index
  return fixedQuote.test(text)
}
