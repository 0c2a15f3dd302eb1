import { escapeHtml, escapeUrl } from '@platen/rendering'
import { createHtmlBudget } from '../../../kernel/blocks/index.js'
import { formatDate } from '../../../kernel/time/index.js'
import { type Feed, type FeedEntry, loadFeed } from '../../block-library/index.js'
import { defineWidget, readInstance } from '../define-widget.js'
import { lineField, switchField, titleField, urlOf, wholeNumber } from '../widget-field.js'
import type { WidgetScope } from '../widget-scope.js'

const DEFAULT_ITEMS = 10
const MAX_ITEMS = 20
/** The maximum number of different feeds on a page of widgets. */
const MAX_FEEDS = 10

const countOf = (value: unknown): number => {
  const count = wholeNumber(value)
  return count < 1 || count > MAX_ITEMS ? DEFAULT_ITEMS : count
}

const fields = {
  url: { ...lineField('The URL of the feed:'), read: urlOf },
  title: titleField(),
  items: { control: 'number', label: 'How many entries to show:', read: countOf },
  show_summary: switchField('Show their texts'),
  show_author: switchField('Show their authors'),
  show_date: switchField('Show their dates'),
} as const

type Shows = Readonly<Record<'show_summary' | 'show_author' | 'show_date', 0 | 1>>

function entryHtml({ title, link, author, date, summary }: FeedEntry, shows: Shows, { options }: WidgetScope): string {
  const text = escapeHtml(title) || 'Untitled'
  const head = link === undefined ? text : `<a class='rsswidget' href='${escapeUrl(link)}'>${text}</a>`
  const day =
    date === undefined ? '' : formatDate(options.time.local(date), options.text('date_format', 'F j, Y'), options.time)
  const shownDate = shows.show_date === 1 && day !== '' ? ` <span class="rss-date">${escapeHtml(day)}</span>` : ''
  const shownText = shows.show_summary === 1 ? `<div class="rssSummary">${escapeHtml(summary)}</div>` : ''
  const shownAuthor = shows.show_author === 1 && author !== '' ? ` <cite>${escapeHtml(author)}</cite>` : ''
  return `<li>${head}${shownDate}${shownText}${shownAuthor}</li>`
}

/** The latest entries of a feed of another site. */
export const rssWidget = defineWidget({
  idBase: 'rss',
  name: 'RSS',
  description: 'The entries of an RSS or Atom feed.',
  className: 'widget_rss',
  fields,
  update(input, author) {
    const { title, url, items, ...shows } = readInstance(fields, input, author)
    return { title, url, link: '', items, error: false, ...shows }
  },
  async load(instances, { site }): Promise<{ feeds: ReadonlyMap<string, Feed>; within: (html: string) => string }> {
    const urls = [...new Set(instances.map(({ url }) => url))].filter(url => url !== '').slice(0, MAX_FEEDS)
    const loaded = urls.map(async url => [url, await loadFeed(site, url)] as const)
    return { feeds: new Map(await Promise.all(loaded)), within: createHtmlBudget() }
  },
  render({ title, url, items, ...shows }, { feeds, within }, scope) {
    const feed = feeds.get(url)
    if (feed === undefined || typeof feed === 'string' || feed.length === 0) return undefined
    const entries = feed.slice(0, items).map(entry => entryHtml(entry, shows, scope))
    return `${scope.title(title || 'RSS')}${within(`<ul>${entries.join('')}</ul>`)}`
  },
})
