import { escapeAttribute, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  BORDER_WITHOUT_CONTROLS,
  defineBlock,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
  textClasses,
} from '../../../kernel/blocks/index.js'
import { canEditComment } from '../rules/comment-rights.js'
import { usedComments } from './used-comments.js'

/** `core/comment-edit-link`: a link for users who may edit a comment. */
export const commentEditLink = defineBlock({
  name: 'core/comment-edit-link',
  apiVersion: 3,
  title: 'Comment Edit Link',
  category: 'theme',
  description: 'Shows a link to edit a comment to users who may edit it.',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: { linkTarget: { type: 'string', default: '_self' } },
  supports: {
    anchor: true,
    html: false,
    color: {
      link: true,
      gradients: true,
      text: false,
      __experimentalDefaultControls: { background: true, link: true },
    },
    spacing: SPACING_WITHOUT_CONTROLS,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
  },

  load: usedComments,

  render({ linkTarget }, _content, comments, scope) {
    const comment = comments.of(scope.context)
    const post = comments.postOf(scope.context)
    const { principal, site } = scope
    if (comment === undefined || post === undefined || !canEditComment(principal, comment, { post, parent: undefined }))
      return ''
    const link = escapeUrl(`${site.url}/wp-admin/comment.php?action=editcomment&c=${comment.id}`)
    const wrapper = wrapperAttributes(scope, textClasses(scope.block.attributes))
    return `<div${wrapper}><a href="${link}" target="${escapeAttribute(linkTarget)}">Edit</a></div>`
  },
})
