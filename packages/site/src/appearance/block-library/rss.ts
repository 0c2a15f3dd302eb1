import { hasSiteOrigin } from '../../content/embeds/index.js'
import {
  BORDER_WITHOUT_CONTROLS,
  createHtmlBudget,
  defineBlock,
  type HtmlBudget,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
} from '../../kernel/blocks/index.js'
import type { Feed } from './feed.js'
import { loadFeed } from './load-feed.js'
import { feedMessage, rssHtml } from './rss-html.js'

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
