/** A content that is divided by the tags `<!--more-->` and `<!--nextpage-->`. */
export interface DividedContent {
  /** What stands before the more tag on the first page; all of the first page when there is none. */
  readonly teaser: string
  readonly hasMore: boolean
  /** The words of the link to the rest, as in `<!--more Read on-->`; empty when none are given. */
  readonly moreText: string
  /** The pages, divided by `<!--nextpage-->`. */
  readonly pages: readonly string[]
  /** Whether the teaser is not to be repeated above the rest: `<!--noteaser-->`. */
  readonly hidesTeaser: boolean
}

const NEXT_PAGE = '<!--nextpage-->'
const moreTag = /<!--more([\s\S]*?)-->/
const blockPageBreak = /<!-- wp:nextpage -->\s*(<!--nextpage-->)\s*<!-- \/wp:nextpage -->/g
const blockMoreTag =
  /<!-- wp:more(?:\s+\{[^}]*\})?\s+-->\s*(<!--more[\s\S]*?-->(?:\s*<!--noteaser-->)?)\s*<!-- \/wp:more -->/g

/** Divides a content at its more tag and its page breaks, also where these are blocks. */
export const divideContent = (content: string): DividedContent => {
  const text = content.includes('<!-- wp:')
    ? content.replace(blockPageBreak, '$1').replace(blockMoreTag, '$1')
    : content
  const pages = splitPages(text)
  const [first = ''] = pages
  const found = moreTag.exec(first)
  return {
    teaser: found === null ? first : first.slice(0, found.index),
    hasMore: found !== null,
    moreText: found?.[1]?.trim() ?? '',
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
