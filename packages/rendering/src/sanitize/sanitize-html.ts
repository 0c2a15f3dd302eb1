import { createBoundedCache, SAFE_SCHEMES, trimCharacters } from '@platen/core'
import type { Attributes, IOptions } from 'sanitize-html'
import { sanitizeTags } from '#sanitize-tags'
import { attributesOf } from '../html/tag-attributes.js'
import { decodeAttribute, escapeHtml, normalizeEntities } from '../text/entities.js'
import { dropControls } from '../text/plain-text.js'
import { escapeUnfinishedTags } from '../text/unfinished-tags.js'
import { type AllowedHtml, URL_ATTRIBUTES } from './allowed-html.js'
import { markupParts } from './markup-parts.js'
import { safeStyle, staticStyle } from './safe-styles.js'
import { urlFromHtml } from './safe-urls.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sanitizer removes control characters
const needsWork = /[<>&\0-\x08\x0b\x0c\x0e-\x1f]/
const tagStart = /^<(?:[ \t\n\r]+(?:(\/)[ \t\n\r]*)?|(\/))?([a-z][\w-]*)/i
/** Matches text that browsers read as a comment up to the next `>`. An upper-case doctype is removed instead. */
const bogusComment = /^<(?:\/[^a-zA-Z]|![a-z])./s
const SPACES = ' \t\n\f\r'
const dataName = /^data-[\w-]+$/
const documentStart = /^<object(?=[ />])/i
const CACHE_BYTES = 2 * 1024 * 1024
const CACHED_LENGTH = 300

const escapeValue = (text: string): string => escapeHtml(text).replaceAll('&#039;', '&apos;')

/** Sanitizes the value of an attribute. URLs and styles are decoded as browsers do, checked, and escaped again. */
const safeAttribute = (name: string, value: string): string | undefined => {
  if (URL_ATTRIBUTES.has(name)) return escapeValue(urlFromHtml(value))
  if (name === 'style') {
    const style = safeStyle(decodeAttribute(value))
    return style === '' || style === '0' ? undefined : escapeValue(style)
  }
  if (name === 'download' && value !== '') return undefined
  if (name.startsWith('data-') && !dataName.test(name)) return undefined
  return escapeValue(decodeAttribute(normalizeEntities(value)))
}

/** Replaces empty values, because the library would omit some. Control characters have already been removed. */
const EMPTY = '\u0001'

const safeAttributes = (attributes: Attributes): Attributes => {
  const safe: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) {
    const clean = safeAttribute(name, value)
    if (clean !== undefined) safe[name] = clean === '' ? EMPTY : clean
  }
  return safe
}

/** The library's options for an element. It receives single tags, so that the text between them does not change. */
const settingsFor = (element: string, allowed: AllowedHtml): IOptions => {
  const attributes = [...(allowed.elements[element] ?? []), ...allowed.everywhere]
  return {
    allowedTags: [element],
    allowedAttributes: { [element]: attributes },
    nonBooleanAttributes: [],
    nonTextTags: [],
    selfClosing: [],
    allowedSchemes: [...SAFE_SCHEMES],
    parseStyleAttributes: false,
    parser: { decodeEntities: false },
    transformTags: { [element]: (tagName, given) => ({ tagName, attribs: safeAttributes(given) }) },
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '"': '&quot;', "'": '&#039;' }

/** Escapes text between tags. After a `<` that does not begin a tag, also escapes quotes. */
const escapeText = (text: string): string => {
  const plain = normalizeEntities(text).replaceAll('>', '&gt;')
  const start = plain.indexOf('<')
  if (start === -1) return plain
  return plain.slice(0, start) + plain.slice(start).replace(/[<"']/g, found => ESCAPES[found] ?? found)
}

const escapeBogusComment = (tag: string): string => `<${tag[1]}${escapeText(tag.slice(2, -1))}>`

const writtenEmpty = new RegExp(` ([^\\s"=]+)="${EMPTY}"`, 'g')

/** Restores empty values as in the original tag: `name=""`, or only the name. */
const withEmptyValues = (written: string, tag: string): string => {
  if (!written.includes(EMPTY)) return written
  const assigned = new Map<string, boolean>()
  // Of attributes with the same name, the first one applies.
  for (const attribute of attributesOf(tag).reverse()) assigned.set(attribute.name, attribute.assigned)
  return written.replace(writtenEmpty, (_, name: string) => (assigned.get(name) ? ` ${name}=""` : ` ${name}`))
}

/** Rebuilds a comment. Consecutive hyphens become one, so that nothing in the comment ends it. */
const writeComment = (comment: string, sanitize: HtmlSanitizer, options?: HtmlFilterOptions): string => {
  const body = escapeUnfinishedTags(comment).replaceAll('<!--', '').replaceAll('-->', '')
  const safe = sanitize(body, options)
    .replace(/--+/g, '-')
    .replace(/-(?=\n?$)/, '')
  return safe === '' ? '' : `<!--${safe}-->`
}

/** What a text may contain in addition to allowed HTML. */
export interface HtmlFilterOptions {
  /** Returns whether an `object` may show the PDF document at a URL. By default, no documents are allowed. */
  isAllowedDocument?(url: string): boolean
  /** Whether styles may place elements over other parts of the page, for example with `position: fixed`; true by default. */
  readonly overlays?: boolean | undefined
}

/** Removes HTML that is not allowed; see {@link createHtmlSanitizer}. */
export type HtmlSanitizer = (html: string, options?: HtmlFilterOptions) => string

/** Returns the tag of an `object` that shows an allowed document; reduces any other one to its fallback. */
const documentTag = (tag: string, { isAllowedDocument }: HtmlFilterOptions): string => {
  const given = new Map(attributesOf(tag).map(({ name, value }) => [name, decodeAttribute(value)]))
  const isDocument = given.get('type')?.toLowerCase() === 'application/pdf'
  if (isDocument && isAllowedDocument?.(given.get('data') ?? '') === true) return tag
  return tag.endsWith('/>') ? '' : `${tag.slice(0, '<object'.length)}>`
}

const styleAttribute = / style="([^"]*)"/

/** Removes overlays from the style of a sanitized tag, whose other attributes contain no quotes. */
const withoutOverlays = (tag: string): string =>
  tag.replace(styleAttribute, (written, value: string) => {
    const style = decodeAttribute(value)
    const allowed = staticStyle(style)
    if (allowed === style) return written
    return allowed === '' ? '' : ` style="${escapeValue(allowed)}"`
  })

/**
 * Creates a sanitizer that removes disallowed tags (but not their text) and attributes, escapes text, and normalizes
 * character references. It does not balance tags, and removes comments only if `comments` is false.
 */
export const createHtmlSanitizer = (allowed: AllowedHtml, { comments = true } = {}): HtmlSanitizer => {
  const settings = new Map<string, IOptions>()
  const cache = createBoundedCache<string>(CACHE_BYTES)
  for (const element of Object.keys(allowed.elements)) settings.set(element, settingsFor(element, allowed))

  const sanitizeTag = (tag: string): string => {
    const [start = '', spaced, slash = spaced, name = ''] = tagStart.exec(tag) ?? []
    const options = settings.get(name.toLowerCase())
    if (options === undefined) return bogusComment.test(tag) ? escapeBogusComment(tag) : ''
    if (slash === '/') return `</${name}>`
    const rest = trimCharacters(tag.slice(start.length, -1), SPACES)
    const attributes = rest.endsWith('=') ? `${rest}""` : rest
    const written = rest === '' || rest === '/' ? '' : allowedAttributes(`<${name} ${attributes}>`, options)
    return `<${name}${written}${rest.endsWith('/') ? ' />' : '>'}`
  }

  const allowedAttributes = (tag: string, options: IOptions): string => {
    const written = sanitizeTags(tag, options)
    // If the library reads the tag as text, no part of it may become attributes.
    if (!written.startsWith('<')) return ''
    const start = written.search(/[\s>]/)
    return start === -1 ? '' : withEmptyValues(written.slice(start, written.indexOf('>')), tag)
  }

  const checkedTag = (tag: string): string => {
    const cached = cache.get(tag)
    if (cached !== undefined) return cached
    const written = sanitizeTag(tag)
    if (tag.length <= CACHED_LENGTH) cache.set(tag, written, 2 * written.length)
    return written
  }

  const sanitizePart = (part: string, options: HtmlFilterOptions): string => {
    const checked = checkedTag(part)
    const tag = options.overlays === false ? withoutOverlays(checked) : checked
    return documentStart.test(tag) ? documentTag(tag, options) : tag
  }

  const sanitizeParts = (text: string, options: HtmlFilterOptions, sanitizeComment: HtmlSanitizer): string => {
    let result = ''
    let done = 0
    for (const { start, part } of markupParts(text)) {
      result += escapeText(text.slice(done, start))
      result += part.startsWith('<!--') ? sanitizeComment(part, options) : sanitizePart(part, options)
      done = start + part.length
    }
    return result + escapeText(text.slice(done))
  }
  const withoutComments: HtmlSanitizer = (text, options = {}) => sanitizeParts(text, options, () => '')
  const cleanComment: HtmlSanitizer = (comment, options) => writeComment(comment, withoutComments, options)
  const cleanText = comments
    ? (text: string, options: HtmlFilterOptions) => sanitizeParts(text, options, cleanComment)
    : withoutComments

  return (html, options = {}) => (needsWork.test(html) ? cleanText(dropControls(html), options) : html)
}
