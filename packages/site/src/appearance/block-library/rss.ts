import { type BlockPlace, escapeAttribute, escapeHtml, escapeUrl, wrapperAttributes } from '@platen/rendering'
import { hasSiteOrigin } from '../../content/embeds/index.js'
import {
  type BlockScope,
  BORDER_WITHOUT_CONTROLS,
  createHtmlBudget,
  defineBlock,
  excerptWords,
  type HtmlBudget,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
} from '../../kernel/blocks/index.js'
import { formatDate } from '../../kernel/time/index.js'
import { loadFeed } from './load-feed.js'
import type { Feed, FeedEntry } from './parse-feed.js'

/** The maximum number of different feeds on a page of records. */
const MAX_FEEDS = 10

interface Feeds {
  readonly byUrl: ReadonlyMap<string, Feed>
  readonly within: HtmlBudget
}

/** `core/rss`: the latest entries of a feed elsewhere. */
export const rss = defineBlock({
  name: 'core/rss',
  apiVersion: 3,
  title: 'RSS',
  category: 'widgets',
  description: 'The latest entries of a feed.',
  keywords: ['atom', 'feed'],
  supports: {
    anchor: true,
    align: true,
    html: false,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
    spacing: SPACING_WITHOUT_CONTROLS,
    color: { background: true, text: true, gradients: true, link: true },
  },
  attributes: {
    columns: { type: 'number', default: 2 },
    blockLayout: { type: 'string', default: 'list' },
    feedURL: { type: 'string', default: '', role: 'content' },
    itemsToShow: { type: 'number', default: 5 },
    displayExcerpt: { type: 'boolean', default: false },
    displayAuthor: { type: 'boolean', default: false },
    displayDate: { type: 'boolean', default: false },
    excerptLength: { type: 'number', default: 55 },
    openInNewTab: { type: 'boolean', default: false },
    rel: { type: 'string' },
  },
  async load(uses, { site, variesWithTime }): Promise<Feeds> {
    const urls = [...new Set(uses.map(({ attributes }) => attributes.feedURL))].filter(url => url !== '')
    const loaded = urls.slice(0, MAX_FEEDS).map(async url => [url, await loadFeed(site, url)] as const)
    // A feed changes without a change of the store.
    if (loaded.length > 0) variesWithTime()
    return { byUrl: new Map(await Promise.all(loaded)), within: createHtmlBudget() }
  },

  render(attributes, _content, { byUrl, within }, scope) {
    const { feedURL } = attributes
    if (feedURL !== '' && hasSiteOrigin(scope.site, feedURL)) return feedMessage('own')
    return within(rssHtml(byUrl.get(feedURL) ?? 'failed', attributes, scope))
  },
})

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
const feedMessage = (reason: keyof typeof MESSAGES): string =>
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
function rssHtml(feed: Feed, attributes: RssAttributes, scope: BlockScope & BlockPlace): string {
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
