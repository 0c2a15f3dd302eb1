import { addToFirstTag, repeatedClasses, wrapperAttributes } from '@platen/rendering'
import { alignmentClasses, BORDER, COLORS, defineBlock, SPACING, TYPOGRAPHY } from '../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { usedPosts } from '../../posts/blocks/index.js'

/** Whether a post has no comments and accepts none. */
const isSilent = (post: PostRecord | undefined): boolean =>
  post !== undefined && post.commentStatus !== 'open' && post.commentCount === 0

/** The comments and the form of older content, which only a page of the site has: an empty element. */
const formOf = (post: PostRecord | undefined, attributes: string): string =>
  post === undefined || isSilent(post) ? '' : `<div${attributes}></div>`

/** `core/comments`: contains the blocks that show the comments of a post. */
export const comments = defineBlock({
  name: 'core/comments',
  apiVersion: 3,
  title: 'Comments',
  category: 'theme',
  description: 'Contains the blocks that show the comments of a post.',
  usesContext: ['postId', 'postType'],
  attributes: { tagName: { type: 'string', default: 'div' }, legacy: { type: 'boolean', default: false } },
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    html: false,
    color: { ...COLORS, heading: true },
    spacing: SPACING,
    typography: TYPOGRAPHY,
    __experimentalBorder: BORDER,
  },

  load: usedPosts,

  render({ legacy }, content, used, scope) {
    const post = used.of(scope.context)
    if (legacy)
      return formOf(
        post,
        wrapperAttributes(scope, ['wp-block-post-comments', ...alignmentClasses(scope.block.attributes)]),
      )
    return isSilent(post) ? '' : addToFirstTag(content, repeatedClasses(scope))
  },
})

/** `core/post-comments`: the form of `core/comments` in older content. */
export const postComments = defineBlock({
  name: 'core/post-comments',
  category: 'theme',
  usesContext: ['postId', 'postType'],
  attributes: { textAlign: { type: 'string' } },
  style: ['wp-block-post-comments', 'wp-block-buttons', 'wp-block-button'],
  editorStyle: [],
  supports: {
    html: false,
    align: ['wide', 'full'],
    typography: {
      fontSize: true,
      lineHeight: true,
      __experimentalFontStyle: true,
      __experimentalFontWeight: true,
      __experimentalLetterSpacing: true,
      __experimentalTextTransform: true,
      __experimentalDefaultControls: { fontSize: true },
    },
    color: { gradients: true, link: true, __experimentalDefaultControls: { background: true, text: true } },
    inserter: false,
  },

  load: usedPosts,

  render: (attributes, _content, used, scope) =>
    formOf(used.of(scope.context), wrapperAttributes(scope, alignmentClasses(attributes))),
})
