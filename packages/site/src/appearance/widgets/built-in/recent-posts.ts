import { escapeHtml, escapeUrl } from '@platen/rendering'
import { loadPermalinks, type PermalinkScope, postLink, renderedTitle } from '../../../content/posts/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { formatDate } from '../../../kernel/time/index.js'
import { defineWidget } from '../define-widget.js'
import { countField, flagField, titleField } from '../widget-field.js'
import type { WidgetScope } from '../widget-scope.js'

const DEFAULT_POSTS = 5
/** The maximum number of posts in a widget. */
const MAX_POSTS = 100

const limitOf = (number: number): number => Math.min(number || DEFAULT_POSTS, MAX_POSTS)

const tabs = (count: number): string => '\t'.repeat(count)

function itemHtml(post: PostRecord, showsDate: boolean, permalinks: PermalinkScope, scope: WidgetScope): string {
  const title = renderedTitle(post, scope)
  const shown = title.trim() === '' ? '(no title)' : `${post.password === '' ? '' : 'Protected: '}${title}`
  const date = formatDate(post.date, scope.options.text('date_format', 'F j, Y'), scope.options.time)
  const dateHtml = showsDate ? `${tabs(11)}<span class="post-date">${escapeHtml(date)}</span>\n` : ''
  const link = `<a href="${escapeUrl(postLink(post, permalinks))}">${shown}</a>`
  return `${tabs(11)}<li>\n${tabs(5)}${link}\n${dateHtml}${tabs(9)}</li>\n`
}

/** The latest posts. */
export const recentPostsWidget = defineWidget({
  idBase: 'recent-posts',
  name: 'Recent Posts',
  description: 'Your latest posts.',
  className: 'widget_recent_entries',
  fields: {
    title: titleField(),
    number: countField('How many posts to show:', DEFAULT_POSTS),
    show_date: flagField('Show the dates'),
  },
  async load(instances, { site, principal }) {
    const { and, eq } = wherePosts
    const records = await findShown(postsIn(site.store), {
      where: and(eq('type', 'post'), eq('status', 'publish')),
      order: [{ by: 'field', field: 'date', direction: 'desc' }],
      limit: instances.reduce((most, { number }) => Math.max(most, limitOf(number)), 0),
    })
    return { records, permalinks: await loadPermalinks(site, records, principal) }
  },
  render({ title, number, show_date }, { records, permalinks }, scope) {
    if (records.length === 0) return undefined
    const items = records.slice(0, limitOf(number)).map(post => itemHtml(post, show_date, permalinks, scope))
    return `\n\t\t${scope.title(title || 'Recent Posts')}\n\t\t<ul>\n${items.join('')}${tabs(5)}</ul>\n\n\t\t`
  },
})
