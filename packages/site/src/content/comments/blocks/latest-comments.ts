import { escapeUrl, stripTags, toParagraphs, wrapperAttributes } from '@platen/rendering'
import {
  type BlockScope,
  COLORS,
  defineBlock,
  INTERACTIVITY,
  SPACING,
  TYPOGRAPHY,
  timeElement,
} from '../../../kernel/blocks/index.js'
import {
  APPROVED,
  COMMENT,
  type CommentRecord,
  commentsIn,
  type PostRecord,
  postsIn,
  whereComments,
  wherePosts,
} from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { avatarImage } from '../../../people/users/index.js'
import { loadLinks, loadUsers } from '../../posts/blocks/index.js'
import { shownTitle } from '../../posts/index.js'
import { postTypes } from '../../types/index.js'
import { avatarEmail, commentNameHtml, websiteOf } from '../comment-author.js'

const NAME = 'wp-block-latest-comments'
const MAX_COMMENTS = 100
const EXCERPT_WORDS = 20

/** The newest comments on posts that everybody may read. */
async function findLatest(limit: number, { site }: BlockScope): Promise<readonly CommentRecord[]> {
  const types = site.get(postTypes).filter(type => type.viewable && !type.restricted)
  const isOpen = wherePosts.and(
    wherePosts.eq('status', 'publish'),
    wherePosts.eq('password', ''),
    wherePosts.in(
      'type',
      types.map(type => type.name),
    ),
  )
  const records = await findShown(commentsIn(site.store), {
    where: whereComments.and(
      whereComments.eq('status', APPROVED),
      whereComments.eq('type', COMMENT),
      whereComments.exists(wherePosts, { foreign: 'id', local: 'post' }, isOpen),
    ),
    order: [
      { by: 'field', field: 'dateGmt', direction: 'desc' },
      { by: 'field', field: 'id', direction: 'desc' },
    ],
    limit,
  })
  return records
}

async function findPosts(commented: readonly CommentRecord[], { site }: BlockScope): Promise<readonly PostRecord[]> {
  const ids = [...new Set(commented.map(comment => comment.post))]
  return ids.length === 0 ? [] : await findShown(postsIn(site.store), { where: wherePosts.in('id', ids) })
}

function excerptOf({ content }: CommentRecord): string {
  const words = stripTags(content)
    .split(/\s+/)
    .filter(word => word !== '')
  const text = words.slice(0, EXCERPT_WORDS).join(' ')
  return toParagraphs(words.length > EXCERPT_WORDS ? `${text}&hellip;` : text)
}

/** How much of a comment is shown; a flag of older content takes precedence. */
function shownContent(content: string, older: unknown): string {
  if (typeof older !== 'boolean') return content
  return older ? 'excerpt' : 'none'
}

/** `core/latest-comments`: the newest comments of the site. */
export const latestComments = defineBlock({
  name: 'core/latest-comments',
  apiVersion: 3,
  title: 'Latest Comments',
  category: 'widgets',
  description: 'Shows the newest comments of the site.',
  keywords: ['recent comments'],
  attributes: {
    commentsToShow: { type: 'number', default: 5, minimum: 1, maximum: 100 },
    displayAvatar: { type: 'boolean', default: true },
    displayDate: { type: 'boolean', default: true },
    displayContent: { type: 'string', default: 'excerpt', enum: ['none', 'excerpt', 'full'] },
  },
  supports: {
    anchor: true,
    align: true,
    color: COLORS,
    html: false,
    spacing: SPACING,
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
  },

  async load(uses, scope) {
    let limit = 0
    for (const { attributes } of uses) limit = Math.max(limit, Math.ceil(attributes.commentsToShow))
    const latest = await findLatest(Math.min(limit, MAX_COMMENTS), scope)
    const posts = await findPosts(latest, scope)
    const linkOf = await loadLinks(scope, posts)
    const pictured = uses.some(({ attributes }) => attributes.displayAvatar) ? latest : []
    const users = await loadUsers(
      scope,
      pictured.map(({ author }) => author),
    )
    return { latest, postOf: new Map(posts.map(post => [post.id, post])), linkOf, users }
  },

  render(attributes, _content, { latest, postOf, linkOf, users }, scope) {
    const { commentsToShow, displayAvatar, displayDate, displayContent } = attributes
    const content = shownContent(displayContent, scope.block.attributes['displayExcerpt'])
    const items = latest.slice(0, Math.trunc(commentsToShow)).map(comment => {
      const post = postOf.get(comment.post)
      if (post === undefined) return ''
      const image = displayAvatar
        ? avatarImage(scope, avatarEmail(comment, users), {
            size: 48,
            alt: '',
            className: `${NAME}__comment-avatar`,
          })
        : ''
      const website = websiteOf(comment)
      const name = commentNameHtml(comment)
      const author =
        website === ''
          ? `<span class="${NAME}__comment-author">${name}</span>`
          : `<a class="${NAME}__comment-author" href="${escapeUrl(website)}">${name}</a>`
      const link = escapeUrl(`${linkOf(post)}#comment-${comment.id}`)
      const title = `<a class="${NAME}__comment-link" href="${link}">${shownTitle(post, scope)}</a>`
      const date = displayDate ? timeElement(comment.date, { className: `${NAME}__comment-date`, scope }) : ''
      const html = content === 'full' ? toParagraphs(comment.content) : excerptOf(comment)
      const text = content === 'none' ? '' : `<div class="${NAME}__comment-excerpt">${html}</div>`
      const meta = `<footer class="${NAME}__comment-meta">${author} on ${title}${date}</footer>`
      return `<li class="${NAME}__comment">${image}<article>${meta}${text}</article></li>`
    })
    const classes = [
      ...(displayAvatar ? ['has-avatars'] : []),
      ...(displayDate ? ['has-dates'] : []),
      ...(content === 'none' ? [] : ['has-excerpts']),
    ]
    if (items.length === 0)
      return `<div${wrapperAttributes(scope, [...classes, 'no-comments'])}>There are no comments yet.</div>`
    return `<ol${wrapperAttributes(scope, classes)}>${items.join('')}</ol>`
  },
})
