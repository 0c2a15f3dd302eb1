import { wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER_WITHOUT_CONTROLS,
  defineBlock,
  headingTag,
  INTERACTIVITY,
  SPACING,
  TEXT_COLORS,
} from '../../../kernel/blocks/index.js'
import { usedPosts } from '../../posts/blocks/index.js'
import { shownTitle } from '../../posts/index.js'
import { showsCommentsOf } from './load-comments.js'

function countText(count: number, isCounted: boolean): string {
  if (count === 1) return isCounted ? 'One response' : 'Response'
  return isCounted ? `${count.toLocaleString('en')} responses` : 'Responses'
}

/** `core/comments-title`: the number of comments of a post, as a heading; empty for a post without comments. */
export const commentsTitle = defineBlock({
  name: 'core/comments-title',
  apiVersion: 3,
  title: 'Comments Title',
  category: 'theme',
  description: 'Shows a heading with the number of comments.',
  ancestor: ['core/comments'],
  usesContext: ['postId', 'postType'],
  attributes: {
    showPostTitle: { type: 'boolean', default: true },
    showCommentsCount: { type: 'boolean', default: true },
    level: { type: 'number', default: 2 },
    levelOptions: { type: 'array' },
  },
  supports: {
    anchor: true,
    align: true,
    html: false,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
    color: TEXT_COLORS,
    spacing: SPACING,
    typography: {
      ...ALIGNED_TYPOGRAPHY,
      __experimentalDefaultControls: {
        fontSize: true,
        __experimentalFontFamily: true,
        __experimentalFontStyle: true,
        __experimentalFontWeight: true,
      },
    },
    interactivity: INTERACTIVITY,
  },

  load: usedPosts,

  render({ showPostTitle, showCommentsCount, level }, _content, posts, scope) {
    const post = posts.of(scope.context)
    // Without any post, editors preview the heading.
    const isPreview = scope.context['postId'] === undefined
    if (!isPreview && (post === undefined || post.commentCount === 0 || !showsCommentsOf(post, scope))) return ''
    const count = countText(post?.commentCount ?? 0, showCommentsCount)
    const title = post === undefined ? '' : shownTitle(post, scope)
    const text = showPostTitle ? `${count} to &#8220;${title}&#8221;` : count
    const tag = headingTag(level)
    // Links to the comments of a post point to this id, whatever the anchor of the block.
    const place = { ...scope, supports: { ...scope.supports, anchor: false } }
    return `<${tag} id="comments"${wrapperAttributes(place, alignmentClasses(scope.block.attributes))}>${text}</${tag}>`
  },
})
