/** Content divided by the tags `<!--more-->` and `<!--nextpage-->`. */
export interface DividedContent {
  /** The first page up to its more tag; all of it if there is none. */
  readonly teaser: string
  readonly hasMore: boolean
  /** The text of the link to the rest, as in `<!--more Read on-->`; may be empty. */
  readonly moreText: string
  /** The pages, divided by `<!--nextpage-->`. */
  readonly pages: readonly string[]
  /** Whether `<!--noteaser-->` hides the teaser above the rest. */
  readonly hidesTeaser: boolean
}

const NEXT_PAGE = '<!--nextpage-->'
const MORE = '<!--more'
const COMMENT_END = '-->'
const blockPageBreak = /<!-- wp:nextpage -->\s*(<!--nextpage-->)\s*<!-- \/wp:nextpage -->/g
const blockMoreStart = /<!-- wp:more(?:\s+\{[^{}]*\})?\s+-->\s*(?=<!--more)/g
const blockMoreEnd = /(\s*<!--noteaser-->)?\s*<!-- \/wp:more -->/y

interface Range {
  readonly start: number
  readonly end: number
}

/** The first comment that begins with `more`. */
const findMore = (text: string): Range | undefined => {
  const start = text.indexOf(MORE)
  const end = start === -1 ? -1 : text.indexOf(COMMENT_END, start + MORE.length)
  return end === -1 ? undefined : { start, end: end + COMMENT_END.length }
}

/** Removes the delimiters of blocks around more tags. */
const unwrapMore = (text: string): string => {
  let result = ''
  let done = 0
  blockMoreStart.lastIndex = 0
  for (let found = blockMoreStart.exec(text); found !== null; found = blockMoreStart.exec(text)) {
    const start = blockMoreStart.lastIndex
    const end = text.indexOf(COMMENT_END, start) + COMMENT_END.length
    if (end < COMMENT_END.length) break
    blockMoreEnd.lastIndex = end
    const closing = blockMoreEnd.exec(text)
    if (closing === null) continue
    result += text.slice(done, found.index) + text.slice(start, end) + (closing[1] ?? '')
    done = blockMoreStart.lastIndex = blockMoreEnd.lastIndex
  }
  return result + text.slice(done)
}

/** Divides content at its more tag and its page breaks, including those in blocks. */
export const divideContent = (content: string): DividedContent => {
  const text = content.includes('<!-- wp:') ? unwrapMore(content.replace(blockPageBreak, '$1')) : content
  const pages = splitPages(text)
  const [first = ''] = pages
  const more = findMore(first)
  return {
    teaser: more === undefined ? first : first.slice(0, more.start),
    hasMore: more !== undefined,
    moreText: more === undefined ? '' : first.slice(more.start + MORE.length, more.end - COMMENT_END.length).trim(),
    pages,
    hidesTeaser: content.includes('<!--noteaser-->'),
  }
}

const splitPages = (text: string): string[] => {
  if (!text.includes(NEXT_PAGE)) return [text]
  const pages = text.split(NEXT_PAGE)
  if (pages[0]?.trim() === '') pages.shift()
  return pages.map(page => page.replace(/^\n|\n$/g, ''))
}
