import { renderComment, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  type BlockScope,
  BORDER,
  COLORS_WITHOUT_LINK_CONTROL,
  defineBlock,
  textClasses,
} from '../../../kernel/blocks/index.js'
import { APPROVED, type CommentRecord } from '../../../kernel/records/index.js'
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

/** The text of a comment as HTML. */
const commentHtml = ({ content }: CommentRecord, { site, options }: BlockScope): string =>
  renderComment(content, {
    url: site.url,
    shortcodes: site.shortcodes,
    emoticons: options.flag('use_smilies', true),
  })
