import { wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER_WITHOUT_CONTROLS,
  defineBlock,
  INTERACTIVITY,
  SPACING,
  TEXT_COLORS,
} from '../../../kernel/blocks/index.js'
import { usedPosts } from './used-posts.js'

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
