import { escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER,
  BORDER_WITHOUT_CONTROLS,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
  TEXT_COLORS,
} from '../../../kernel/blocks/index.js'
import { shownTitle } from '../index.js'
import { loadLinks } from './post-relations.js'
import { usedPosts } from './used-posts.js'

const plainUrl = /^[\w\-.~:/?#&;%+,@!$*]+$/

const countText = (count: number): string =>
  count === 0 ? 'No comments' : count === 1 ? '1 comment' : `${count} comments`

/** `core/post-comments-link`: a link to the comments of a post, or to the form for the first one; empty if it takes none. */
export const postCommentsLink = defineBlock({
  name: 'core/post-comments-link',
  apiVersion: 3,
  title: 'Comments Link',
  category: 'theme',
  description: 'Shows a link to the comments of a post.',
  usesContext: ['postType', 'postId'],
  attributes: {},
  supports: {
    anchor: true,
    html: false,
    color: { link: true, text: false, __experimentalDefaultControls: { background: true, link: true } },
    spacing: SPACING,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  example: { viewportWidth: 350 },

  async load(uses, scope) {
    const posts = await usedPosts(uses, scope)
    return { posts, linkOf: await loadLinks(scope, posts.all) }
  },

  render(_attributes, _content, { posts, linkOf }, scope) {
    const post = posts.of(scope.context)
    if (post === undefined || post.commentStatus !== 'open') return ''
    const link = escapeUrl(`${linkOf(post)}#${post.commentCount === 0 ? 'respond' : 'comments'}`)
    // Clients expect no quotes, which only some URLs need.
    const href = plainUrl.test(link) ? link : `"${link}"`
    const about = `<span class="screen-reader-text"> on ${shownTitle(post, scope)}</span>`
    const html = `<a href=${href}>${countText(post.commentCount)}${about}</a>`
    return `<div${wrapperAttributes(scope, [...alignmentClasses(scope.block.attributes), ...linkColorClasses(scope.block.attributes)])}>${html}</div>`
  },
})

/** `core/post-comments-count`: the number of approved comments of a post. */
export const postCommentsCount = defineBlock({
  name: 'core/post-comments-count',
  apiVersion: 3,
  title: 'Comments Count',
  category: 'theme',
  description: 'Shows the number of comments of a post.',
  usesContext: ['postId'],
  attributes: {},
  supports: {
    anchor: true,
    html: false,
    color: TEXT_COLORS,
    spacing: SPACING,
    typography: ALIGNED_TYPOGRAPHY,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
    interactivity: INTERACTIVITY,
  },
  example: { viewportWidth: 350 },

  load: usedPosts,

  render(_attributes, _content, posts, scope) {
    const post = posts.of(scope.context)
    if (post === undefined) return ''
    return `<div${wrapperAttributes(scope, alignmentClasses(scope.block.attributes))}>${post.commentCount}</div>`
  },
})
