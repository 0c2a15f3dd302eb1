import { escapeHtml, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  BORDER_WITHOUT_CONTROLS,
  defineBlock,
  SPACING_WITHOUT_CONTROLS,
  textClasses,
} from '../../../kernel/blocks/index.js'
import { APPROVED } from '../../../kernel/records/index.js'
import { loadLinks } from '../../posts/blocks/index.js'
import { commentName } from '../comment-author.js'
import { commentedPosts, usedComments } from './used-comments.js'

/** `core/comment-reply-link`: a link to reply to a comment, if comments are open. */
export const commentReplyLink = defineBlock({
  name: 'core/comment-reply-link',
  apiVersion: 3,
  title: 'Comment Reply Link',
  category: 'theme',
  description: 'Shows a link to reply to a comment.',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: {},
  supports: {
    anchor: true,
    color: {
      gradients: true,
      link: true,
      text: false,
      __experimentalDefaultControls: { background: true, link: true },
    },
    spacing: SPACING_WITHOUT_CONTROLS,
    typography: ALIGNED_TYPOGRAPHY,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
    html: false,
  },

  async load(uses, scope) {
    const comments = usedComments(uses, scope)
    return { comments, linkOf: await loadLinks(scope, commentedPosts(comments)) }
  },

  render(_attributes, _content, { comments, linkOf }, scope) {
    const comment = comments.of(scope.context)
    const post = comments.postOf(scope.context)
    if (comment === undefined || post === undefined) return ''
    if (post.commentStatus !== 'open' || comment.status !== APPROVED) return ''
    const { id } = comment
    const link = linkOf(post)
    const href = escapeUrl(`${link}${link.includes('?') ? '&' : '?'}replytocom=${id}#respond`)
    const label = escapeHtml(`Reply to ${commentName(comment)}`)
    const data = `data-commentid="${id}" data-postid="${post.id}" data-belowelement="comment-${id}" data-respondelement="respond"`
    const wrapper = wrapperAttributes(scope, textClasses(scope.block.attributes))
    return `<div${wrapper}><a rel="nofollow" class="comment-reply-link" href="${href}" ${data} data-replyto="${label}" aria-label="${label}">Reply</a></div>`
  },
})
