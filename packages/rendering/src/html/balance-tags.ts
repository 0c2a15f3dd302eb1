const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  `area base basefont br col command embed frame hr img input isindex link meta param source track wbr`.split(' '),
)

/** Elements that may directly contain one of the same name; any other is closed by the next one with its name. */
const NESTABLE: ReadonlySet<string> = new Set(
  `article aside blockquote details div figure object q section span`.split(' '),
)

const tagOrComment = /<!--|<(\/?)([a-z][\w-]*)((?:[\s/][^<>]*)?)>|<(?=\d)/gi

const COMMENT = '<!--'

/** The end of the comment at an index; an unfinished one extends to the end of the text. */
const commentEnd = (html: string, start: number): number => {
  const end = html.indexOf('-->', start)
  return end === -1 ? html.length : end + '-->'.length
}

/**
 * Balances tags: closes open elements, drops closing tags without an opening one, and writes void elements as such. Tags
 * in comments do not count: browsers would not close an element that ends in one.
 */
export const balanceTags = (html: string): string => {
  if (!html.includes('<')) return html
  const open: string[] = []
  const openOf = new Map<string, number>()
  let result = ''
  let done = 0
  const close = (until: number): string => {
    let written = ''
    while (open.length > until) {
      const name = open.pop() as string
      openOf.set(name, (openOf.get(name) ?? 0) - 1)
      written += `</${name}>`
    }
    return written
  }
  const closeElement = (name: string): string => ((openOf.get(name) ?? 0) > 0 ? close(open.lastIndexOf(name)) : '')
  const openTag = (name: string, attributes: string): string => {
    const isVoid = VOID_ELEMENTS.has(name)
    const isClosed = attributes.endsWith('/')
    const written = isClosed ? attributes.slice(0, -1) : attributes
    if (isVoid) return `<${name}${written}${written === '' ? ' ' : ''}/>`
    if (isClosed) return `<${name}${written}></${name}>`
    const ended = !NESTABLE.has(name) && open.at(-1) === name ? close(open.length - 1) : ''
    open.push(name)
    openOf.set(name, (openOf.get(name) ?? 0) + 1)
    return `${ended}<${name}${written}>`
  }
  for (const { 0: found, 1: slash, 2: name, 3: attributes = '', index } of html.matchAll(tagOrComment)) {
    if (index < done) continue
    result += html.slice(done, index)
    done = found === COMMENT ? commentEnd(html, index) : index + found.length
    if (found === COMMENT) result += html.slice(index, done)
    else if (name === undefined) result += '&lt;'
    else if (slash === '') result += openTag(name.toLowerCase(), attributes)
    else result += closeElement(name.toLowerCase())
  }
  return result + html.slice(done) + close(0)
}
