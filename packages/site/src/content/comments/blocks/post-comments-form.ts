import { wrapperAttributes } from '@platen/rendering'
import {
  alignmentClasses,
  BORDER,
  COLORS_WITHOUT_LINK_CONTROL,
  defineBlock,
  linkColorClasses,
  requestPathWithout,
  SPACING,
} from '../../../kernel/blocks/index.js'
import { loadUsers, usedPosts } from '../../posts/blocks/index.js'
import { commentFormHtml } from './comment-form-html.js'
import { showsCommentsOf } from './load-comments.js'

/** `core/post-comments-form`: the form to comment on a post, where comments are open. */
export const postCommentsForm = defineBlock({
  name: 'core/post-comments-form',
  apiVersion: 3,
  title: 'Comments Form',
  category: 'theme',
  description: 'Shows the form to comment on a post.',
  usesContext: ['postId', 'postType'],
  attributes: {},
  style: ['wp-block-post-comments-form', 'wp-block-buttons', 'wp-block-button'],
  supports: {
    anchor: true,
    html: false,
    color: { ...COLORS_WITHOUT_LINK_CONTROL, heading: true },
    spacing: SPACING,
    typography: {
      fontSize: true,
      lineHeight: true,
      textAlign: true,
      __experimentalFontStyle: true,
      __experimentalFontWeight: true,
      __experimentalLetterSpacing: true,
      __experimentalTextTransform: true,
      __experimentalDefaultControls: { fontSize: true },
    },
    __experimentalBorder: BORDER,
  },
  example: { attributes: { style: { typography: { textAlign: 'center' } } } },

  async load(uses, scope) {
    const posts = await usedPosts(uses, scope)
    const { id } = scope.principal
    return { posts, reader: (await loadUsers(scope, [id])).get(id) }
  },

  render(_attributes, _content, { posts, reader }, scope) {
    const post = posts.of(scope.context)
    if (post === undefined || post.commentStatus !== 'open' || !showsCommentsOf(post, scope)) return ''
    const { attributes } = scope.block
    const classes = ['comment-respond', ...alignmentClasses(attributes), ...linkColorClasses(attributes)]
    // Links to the form point to its id, whatever the anchor of the block.
    const place = { ...scope, supports: { ...scope.supports, anchor: false } }
    return commentFormHtml({
      attributes: wrapperAttributes(place, classes),
      post: post.id,
      reader,
      site: scope.site.url,
      cancel: `${requestPathWithout('replytocom', scope)}#respond`,
    })
  },
})
