import { isUrl } from '@platen/core'
import { escapeHtml, escapeUrl } from '@platen/rendering'
import { websiteOf } from '../../../content/comments/index.js'
import { commentPermalink, loadPermalinks, renderedTitle } from '../../../content/posts/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import {
  APPROVED,
  COMMENT,
  type CommentRecord,
  commentsIn,
  postsIn,
  whereComments,
  wherePosts,
} from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { defineWidget } from '../define-widget.js'
import { countField, titleField } from '../widget-field.js'

const DEFAULT_COMMENTS = 5
/** The maximum number of comments in a widget. */
const MAX_COMMENTS = 100

const limitOf = (number: number): number => Math.min(number || DEFAULT_COMMENTS, MAX_COMMENTS)

/** The name of a comment's author, with a link if there is a URL. */
function authorHtml(comment: CommentRecord, site: SiteContext): string {
  const name = escapeHtml(comment.authorName || 'Anonymous')
  const url = websiteOf(comment)
  if (url === '') return name
  const isOwn = isUrl(url) && new URL(url).origin === new URL(site.url).origin
  return `<a href="${escapeUrl(url)}" class="url" rel="${isOwn ? 'ugc' : 'ugc external nofollow'}">${name}</a>`
}

/** The latest comments on posts that everybody may read. */
export const recentCommentsWidget = defineWidget({
  idBase: 'recent-comments',
  name: 'Recent Comments',
  description: 'The latest comments on your posts.',
  className: 'widget_recent_comments',
  fields: { title: titleField(), number: countField('How many comments to show:', DEFAULT_COMMENTS) },
  async load(instances, { site, principal }) {
    const isOpen = wherePosts.and(wherePosts.eq('status', 'publish'), wherePosts.eq('password', ''))
    const records = await findShown(commentsIn(site.store), {
      where: whereComments.and(
        whereComments.eq('status', APPROVED),
        whereComments.eq('type', COMMENT),
        whereComments.exists(wherePosts, { foreign: 'id', local: 'post' }, isOpen),
      ),
      order: [{ by: 'field', field: 'dateGmt', direction: 'desc' }],
      limit: instances.reduce((most, { number }) => Math.max(most, limitOf(number)), 0),
    })
    const ids = [...new Set(records.map(({ post }) => post))]
    const posts = ids.length === 0 ? [] : await findShown(postsIn(site.store), { where: wherePosts.in('id', ids) })
    const permalinks = await loadPermalinks(site, posts, principal)
    return { records, posts: new Map(posts.map(post => [post.id, post])), permalinks }
  },
  render({ title, number }, { records, posts, permalinks }, scope) {
    const items = records.slice(0, limitOf(number)).flatMap(comment => {
      const post = posts.get(comment.post)
      if (post === undefined) return []
      const link = escapeUrl(commentPermalink(post, comment.id, permalinks))
      const author = `<span class="comment-author-link">${authorHtml(comment, scope.site)}</span>`
      return [`<li class="recentcomments">${author} on <a href="${link}">${renderedTitle(post, scope)}</a></li>`]
    })
    return `${scope.title(title || 'Recent Comments')}<ul id="recentcomments">${items.join('')}</ul>`
  },
})
