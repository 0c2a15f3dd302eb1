/** Text that would end the `style` element around the CSS. */
const END = '</style'
const endOfElement = /<\/style[\t\n\f\r />]/i

/** Whether the CSS of a user would end its `style` element, alone or with the text that follows. */
export function endsStyleElement(css: string): boolean {
  if (endOfElement.test(css)) return true
  const end = css.slice(-END.length).toLowerCase()
  return [...END].some((_, i) => end.endsWith(END.slice(0, i + 1)))
}

/** Whether all braces, brackets, quotes and comments of CSS are closed, so that it can be placed within a rule. */
export function isClosedCss(css: string): boolean {
  let open = 0
  for (let at = 0; at < css.length; at++) {
    const character = css.charAt(at)
    if (character === '\\') at++
    else if (character === '/' && css.charAt(at + 1) === '*') {
      const end = css.indexOf('*/', at + 2)
      if (end === -1) return false
      at = end + 1
    } else if (character === '"' || character === "'") {
      at = endOfString(css, at)
      if (at === -1) return false
    } else if (character === '{' || character === '(') open++
    else if (character === '}' || character === ')') {
      open--
      if (open < 0) return false
    }
  }
  return open === 0
}

/** The index of the quote that ends a string; -1 if a line break ends it, or it does not end. */
function endOfString(css: string, start: number): number {
  const quote = css.charAt(start)
  for (let at = start + 1; at < css.length; at++) {
    const character = css.charAt(at)
    if (character === quote) return at
    if (character === '\n' || character === '\r' || character === '\f') return -1
    if (character === '\\') at++
  }
  return -1
}
