import { isUrl } from '@platen/core'
import { decodeEntities, stripTags } from '@platen/rendering'
import { SaxesParser } from 'saxes'

/** An entry of a feed. Texts are plain, and cut to the length that a list shows; the link is an http or https URL. */
export interface FeedEntry {
  readonly title: string
  readonly link: string | undefined
  readonly author: string
  /** Milliseconds since the Unix epoch. */
  readonly date: number | undefined
  readonly summary: string
}

/** The first entries of a feed, or the reason why there are none. */
export type Feed = readonly FeedEntry[] | 'invalid-url' | 'failed'

/** The maximum number of entries in a list; further entries of a feed are not read. */
export const MAX_ENTRIES = 20
const MAX_DEPTH = 64
const MAX_TEXT = 20_000
const MAX_LINE = 500
const MAX_LINK = 2_000

/** The meaning of an entry's elements, by their names in RSS or Atom. */
const FIELDS: Readonly<Record<string, 'title' | 'link' | 'author' | 'date' | 'summary' | 'content'>> = {
  title: 'title',
  link: 'link',
  author: 'author',
  'dc:creator': 'author',
  pubDate: 'date',
  'dc:date': 'date',
  published: 'date',
  updated: 'date',
  description: 'summary',
  summary: 'summary',
  content: 'content',
  'content:encoded': 'content',
}
const ENTRIES = new Set(['item', 'entry'])

type Draft = Partial<Record<(typeof FIELDS)[string], string>>

/** Thrown to stop reading. */
const ENOUGH = Symbol('enough')

const plain = (html: string, length: number): string =>
  decodeEntities(stripTags(html.slice(0, 2 * length)))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length)

function linkIn(text: string | undefined, base: string): string | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '' || trimmed.length > MAX_LINK || !isUrl(trimmed, base)) return undefined
  const { href, protocol } = new URL(trimmed, base)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

function dateIn(text: string | undefined): number | undefined {
  const date = Date.parse(text?.trim().slice(0, 100) ?? '')
  return Number.isNaN(date) ? undefined : date
}

const entryOf = ({ title = '', link, author = '', date, summary, content }: Draft, base: string): FeedEntry => ({
  title: plain(title, MAX_LINE),
  link: linkIn(link, base),
  author: plain(author, MAX_LINE),
  date: dateIn(date),
  summary: plain(summary ?? content ?? '', MAX_TEXT),
})

/**
 * Reads the first entries of an RSS or Atom feed. Links are resolved against `base`. A document that is not well-formed
 * has the entries before the error; one that is not a feed has none. It never throws.
 */
export function parseFeed(text: string, base: string): readonly FeedEntry[] {
  const entries: FeedEntry[] = []
  const parser = new SaxesParser({ xmlns: false })
  let depth = 0
  let draft: Draft | undefined
  let entryDepth = 0
  /** The field whose text is read, and the depth of its element. */
  let field: keyof Draft | undefined
  let fieldDepth = 0
  let value = ''
  const stop = () => {
    throw ENOUGH
  }
  const addText = (part: string) => {
    if (field !== undefined && value.length < MAX_TEXT) value += part.slice(0, MAX_TEXT - value.length)
  }
  parser.on('error', stop)
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > MAX_DEPTH) stop()
    if (draft === undefined) {
      if (!ENTRIES.has(name)) return
      draft = {}
      entryDepth = depth
      return
    }
    if (field !== undefined || depth !== entryDepth + 1) return
    const kind = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
    if (kind === 'link' && attributes['href'] !== undefined) {
      if ((attributes['rel'] ?? 'alternate') === 'alternate') draft.link ??= attributes['href']
      return
    }
    field = kind
    fieldDepth = depth
    value = ''
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (draft !== undefined && field !== undefined && depth === fieldDepth) {
      if (value.trim() !== '') draft[field] ??= value
      field = undefined
    } else if (draft !== undefined && depth === entryDepth) {
      entries.push(entryOf(draft, base))
      draft = undefined
      if (entries.length === MAX_ENTRIES) stop()
    }
    depth -= 1
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
  return entries
}
