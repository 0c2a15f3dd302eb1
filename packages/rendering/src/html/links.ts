import { isUrl, SAFE_SCHEMES } from '@platen/core'
import { urlFromHtml } from '../sanitize/safe-urls.js'
import { decodeAttribute, escapeHtml, escapeUrl } from '../text/entities.js'
import { attributesOf } from './tag-attributes.js'

const urlStart = new RegExp(`(?<![^\\s(,:;<])(?:${SAFE_SCHEMES.join('|')})://`, 'gi')
const hostStart = /(?<!\S)(?:www|ftp)\./gi
/** Punctuation is part of a URL only before another character of it, except for a parenthesis at the end. */
const urlRest = /['.,;:!?)]?[^\s"<>{}|\\^`\u00a0'.,;:!?)]+(?:['.,;:!?)][^\s"<>{}|\\^`\u00a0'.,;:!?)]+)*\)?/y
/** What follows a host without a scheme has no parentheses, quotes or exclamation marks. */
const hostRest = /[.,;:?]?[^\s"<>{}|\\^`\u00a0'.,;:!?()*]+(?:[.,;:?][^\s"<>{}|\\^`\u00a0'.,;:!?()*]+)*/y
const email = /(?<=^|\s)[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,9}[a-z]{2,63}(?![\w-])/gi
const mightHold = /:\/\/|www\.|ftp\.|@/i
const tagOrComment = /<!--|<\/?[a-z][\w-]*(?:>|[\s/][^<>]*>)/gi
const plainElement = /^<(\/?)(a|code|pre|script|style)(?=[\s>/])/i
const linkTag = /<a\s[^<>]*>/gi

const hostOf = (url: string): string | undefined => (isUrl(url) ? new URL(url).hostname : undefined)

/** The `rel` of a link in user-generated content; search engines follow only links to the site. */
const relOf = (url: string, siteUrl: string): string => {
  const isWeb = /^https?:/i.test(url)
  return isWeb && hostOf(url) !== hostOf(siteUrl) ? 'nofollow ugc' : 'ugc'
}

/** The end of a URL, before closing parentheses that it does not open. */
const urlEnd = (text: string): number => {
  let open = 0
  for (const character of text) open += character === '(' ? 1 : character === ')' ? -1 : 0
  let end = text.length
  for (; open < 0; open++) end = text.lastIndexOf(')', end - 1)
  return end
}

const link = (found: string, prefix: string, siteUrl: string): string => {
  const end = urlEnd(found)
  const written = urlFromHtml(prefix + found.slice(0, end))
  const url = escapeUrl(written.replaceAll('[', '%5B').replaceAll(']', '%5D'))
  return `<a href="${url}" rel="${relOf(written, siteUrl)}">${url}</a>${found.slice(end)}`
}

/** Links all URLs that begin with `start` and continue with `rest`; `prefix` completes them. */
const linkEach = (text: string, start: RegExp, rest: RegExp, prefix: string, siteUrl: string): string => {
  let result = ''
  let done = 0
  start.lastIndex = 0
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    rest.lastIndex = start.lastIndex
    if (!rest.test(text)) continue
    result += text.slice(done, found.index) + link(text.slice(found.index, rest.lastIndex), prefix, siteUrl)
    done = start.lastIndex = rest.lastIndex
  }
  return result + text.slice(done)
}

const linkText = (text: string, siteUrl: string): string =>
  mightHold.test(text)
    ? outsideLinks(
        outsideLinks(linkEach(text, urlStart, urlRest, '', siteUrl), part =>
          linkEach(part, hostStart, hostRest, 'http://', siteUrl),
        ),
        part => part.replace(email, found => `<a href="mailto:${found}">${found}</a>`),
      )
    : text

const simpleLink = /(<a [^<>]*>[^<>]*<\/a>)/

const outsideLinks = (html: string, change: (text: string) => string): string =>
  html
    .split(simpleLink)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')

/** Links the URLs and email addresses in a text, except within tags, links and code. */
export const autolink = (html: string, siteUrl = ''): string => {
  if (!mightHold.test(html)) return html
  if (!html.includes('<')) return linkText(html, siteUrl)
  const open: string[] = []
  let result = ''
  let done = 0
  const write = (text: string): string => (open.length === 0 ? linkText(text, siteUrl) : text)
  tagOrComment.lastIndex = 0
  for (let start = tagOrComment.exec(html); start !== null; start = tagOrComment.exec(html)) {
    const { index } = start
    const end = start[0] === '<!--' ? html.indexOf('-->', index) + '-->'.length : tagOrComment.lastIndex
    const found = html.slice(index, end < index ? html.length : end)
    result += write(html.slice(done, index)) + found
    done = tagOrComment.lastIndex = index + found.length
    const [, slash, name = ''] = plainElement.exec(found) ?? []
    if (name === '') continue
    if (slash === '') open.push(name.toLowerCase())
    else if (open.at(-1) === name.toLowerCase()) open.pop()
  }
  return result + write(html.slice(done))
}

const markLink = (found: string, siteUrl: string): string => {
  const attributes = attributesOf(found)
  const written = (name: string): string => decodeAttribute(attributes.find(each => each.name === name)?.value ?? '')
  const host = hostOf(written('href'))
  const own = host !== undefined && host === hostOf(siteUrl)
  const words = [...written('rel').split(/\s+/), ...(own ? ['ugc'] : ['nofollow', 'ugc'])]
  const value = [...new Set(words.filter(word => word !== ''))].join(' ')
  let rest = ''
  let done = 0
  for (const { name, start, end } of attributes) {
    if (name !== 'rel') continue
    rest += found.slice(done, start).trimEnd()
    done = end
  }
  return `${rest}${found.slice(done, -1)} rel="${escapeHtml(value)}">`
}

/** Marks links in user-generated content with `rel="nofollow ugc"`, or `rel="ugc"` if they point to the site. */
export const markUserLinks = (html: string, siteUrl = ''): string =>
  /<a\s/i.test(html) ? html.replace(linkTag, found => markLink(found, siteUrl)) : html
