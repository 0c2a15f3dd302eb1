import { type BlockPlace, escapeAttribute, escapeHtml, escapeUrl, wrapperAttributes } from '@platen/rendering'
import { type BlockScope, excerptWords } from '../../kernel/blocks/index.js'
import { formatDate } from '../../kernel/time/index.js'
import type { Feed, FeedEntry } from './feed.js'

const NAME = 'wp-block-rss'

const MESSAGES = {
  own: 'Adding an RSS feed to this site’s homepage is not supported, as it could lead to a loop that slows down your site. Try using another block, like the <strong>Latest Posts</strong> block, to list posts from the site.',
  failed: 'An error has occurred, which probably means the feed is down. Try again later.',
  'invalid-url': '<strong>RSS Error:</strong> A valid URL was not provided.',
}

/** The attributes of `core/rss` that its HTML depends on. */
export interface RssAttributes {
  readonly blockLayout: string
  readonly columns: number
  readonly itemsToShow: number
  readonly displayExcerpt: boolean
  readonly displayAuthor: boolean
  readonly displayDate: boolean
  readonly excerptLength: number
  readonly openInNewTab: boolean
  readonly rel?: string | undefined
}

/** A message instead of a feed. */
export const feedMessage = (reason: keyof typeof MESSAGES): string =>
  `<div class="components-placeholder"><div class="notice notice-error">${MESSAGES[reason]}</div></div>`

function titleHtml({ title, link }: FeedEntry, { openInNewTab, rel }: RssAttributes): string {
  const text = escapeHtml(title) || '(no title)'
  const opening = `${openInNewTab ? ' target="_blank"' : ''}${rel ? ` rel="${escapeAttribute(rel)}"` : ''}`
  const html = link === undefined ? text : `<a href='${escapeUrl(link)}'${opening}>${text}</a>`
  return `<div class='${NAME}__item-title'>${html}</div>`
}

function dateHtml({ date }: FeedEntry, { options }: BlockScope): string {
  if (date === undefined) return ''
  const local = options.time.local(date)
  const machine = escapeHtml(formatDate(local, 'c', options.time.offset(date)))
  const shown = escapeHtml(formatDate(local, options.text('date_format', 'F j, Y'), options.time))
  return `<time datetime="${machine}" class="${NAME}__item-publish-date">${shown}</time> `
}

function excerptHtml({ summary }: FeedEntry, length: number): string {
  const count = excerptWords(length)
  const words = summary.split(' ').filter(word => word !== '')
  const more = words.length > count ? ' [&hellip;]' : ''
  return `<div class="${NAME}__item-excerpt">${escapeHtml(words.slice(0, count).join(' '))}${more}</div>`
}

function entryHtml(entry: FeedEntry, attributes: RssAttributes, scope: BlockScope): string {
  const date = attributes.displayDate ? dateHtml(entry, scope) : ''
  const author =
    attributes.displayAuthor && entry.author !== ''
      ? `<span class="${NAME}__item-author">by ${escapeHtml(entry.author)}</span>`
      : ''
  const excerpt = attributes.displayExcerpt ? excerptHtml(entry, attributes.excerptLength) : ''
  return `<li class='${NAME}__item'>${titleHtml(entry, attributes)}${date}${author}${excerpt}</li>`
}

/** The HTML of one use of `core/rss`. */
export function rssHtml(feed: Feed, attributes: RssAttributes, scope: BlockScope & BlockPlace): string {
  if (typeof feed === 'string') return feedMessage(feed)
  if (feed.length === 0) return feedMessage('failed')
  const { blockLayout, columns, itemsToShow, displayDate, displayAuthor, displayExcerpt } = attributes
  const isColumns = Number.isInteger(columns) && columns > 0
  const classes = [
    ...(blockLayout === 'grid' ? ['is-grid', ...(isColumns ? [`columns-${columns}`] : [])] : []),
    ...(displayDate ? ['has-dates'] : []),
    ...(displayAuthor ? ['has-authors'] : []),
    ...(displayExcerpt ? ['has-excerpts'] : []),
  ]
  const entries = feed.slice(0, Math.max(1, Math.trunc(itemsToShow)))
  const html = entries.map(entry => entryHtml(entry, attributes, scope)).join('')
  return `<ul${wrapperAttributes(scope, classes)}>${html}</ul>`
}
