import { wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  BORDER,
  COLORS_WITHOUT_LINK_CONTROL,
  defineBlock,
  textClasses,
} from '../../../kernel/blocks/index.js'
import { APPROVED } from '../../../kernel/records/index.js'
import { commentHtml } from './comment-html.js'
import { usedComments } from './used-comments.js'

const AWAITING = '<p><em class="comment-awaiting-moderation">Your comment awaits approval.</em></p>'

/** `core/comment-content`: the text of a comment. */
export const commentContent = defineBlock({
  name: 'core/comment-content',
  apiVersion: 3,
  title: 'Comment Content',
  category: 'theme',
  description: 'Shows the text of a comment.',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: {},
  supports: {
    anchor: true,
    color: COLORS_WITHOUT_LINK_CONTROL,
    typography: ALIGNED_TYPOGRAPHY,
    __experimentalBorder: BORDER,
    spacing: { padding: ['horizontal', 'vertical'], __experimentalDefaultControls: { padding: true } },
    html: false,
  },

  load: usedComments,

  render(_attributes, _content, comments, scope) {
    const comment = comments.of(scope.context)
    if (comment === undefined) return ''
    const note = comment.status === APPROVED ? '' : AWAITING
    const wrapper = wrapperAttributes(scope, textClasses(scope.block.attributes))
    return `<div${wrapper}>${note}${commentHtml(comment, scope)}</div>`
  },
})
