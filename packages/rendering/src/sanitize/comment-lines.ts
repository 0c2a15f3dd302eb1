import { attributeOf, readTag } from '../html/html-tag.js'
import { decodeEntities, escapeAttribute, escapeHtml } from '../text/entities.js'
import { isSafeUrl } from './safe-urls.js'

const LINES = 'li div tr dt dd caption figcaption address summary'
const PARAGRAPHS =
  'p ul ol dl table pre hr h1 h2 h3 h4 h5 h6 figure section article aside header footer nav details fieldset form'

/** How many line feeds the tags of an element stand for. */
const FEEDS: ReadonlyMap<string, number> = new Map([
  ...LINES.split(' ').map(name => [name, 1] as const),
  ...PARAGRAPHS.split(' ').map(name => [name, 2] as const),
])
const replacedTag = new RegExp(
  `<(/?)(${[...FEEDS.keys(), 'br', 'td', 'th', 'img', 'a'].join('|')})(?![\\w-])[^<>]*>`,
  'gi',
)
const needsLines = new RegExp(`<(?:${[...FEEDS.keys(), 'br', 'img'].join('|')})(?![\\w-])`, 'i')

/** An image as a link to it, or as its text within a link. */
function imageText(html: string, start: number, isInLink: boolean): string {
  const tag = readTag(html, start)
  if (tag === undefined) return ''
  const text = (name: string) => decodeEntities(attributeOf(html, tag, name) ?? '').trim()
  const [src, alt] = [text('src'), text('alt')]
  const isWeb = /^https?:\/\//i.test(src) && isSafeUrl(src)
  if (isInLink || !isWeb) return escapeHtml(alt || (isWeb ? src : ''))
  return `<a href="${escapeAttribute(src)}">${escapeHtml(alt || src)}</a>`
}

/**
 * Replaces the HTML that comments cannot contain, and that would otherwise join words or leave nothing: tags that begin
 * lines by line feeds, those that separate paragraphs by blank lines, and images by links to them.
 */
export function toCommentLines(html: string): string {
  if (!needsLines.test(html)) return html
  const parts: string[] = []
  let feeds = 0
  let isInLink = false
  let done = 0
  const write = (text: string) => {
    const given = feeds > 0 || parts.length === 0 ? text.trimStart() : text
    if (given === '') return
    if (feeds > 0 && parts.length > 0) {
      parts.push((parts.pop() ?? '').trimEnd(), '\n'.repeat(feeds))
    }
    feeds = 0
    parts.push(given)
  }
  for (const found of html.matchAll(replacedTag)) {
    const { index } = found
    const name = (found[2] ?? '').toLowerCase()
    write(html.slice(done, index))
    done = index + found[0].length
    if (name === 'br') feeds = Math.min(feeds + 1, 2)
    else if (name === 'img') write(imageText(html, index, isInLink))
    else if (name === 'td' || name === 'th') write(found[1] === '' ? ' ' : '')
    else if (name === 'a') {
      isInLink = found[1] === ''
      write(found[0])
    } else feeds = Math.max(feeds, FEEDS.get(name) ?? 0)
  }
  write(html.slice(done))
  return parts.join('').trimEnd()
}
