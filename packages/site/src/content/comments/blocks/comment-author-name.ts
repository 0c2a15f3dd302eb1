import { escapeAttribute, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  BORDER,
  COLORS,
  defineBlock,
  INTERACTIVITY,
  SPACING,
  textClasses,
} from '../../../kernel/blocks/index.js'
import { commentNameHtml, websiteOf } from '../comment-author.js'
import { usedComments } from './used-comments.js'

/** `core/comment-author-name`: the name of the author of a comment, maybe as a link to their website. */
export const commentAuthorName = defineBlock({
  name: 'core/comment-author-name',
  apiVersion: 3,
  title: 'Comment Author Name',
  category: 'theme',
  description: 'Shows the name of the author of a comment.',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: {
    isLink: { type: 'boolean', default: true },
    linkTarget: { type: 'string', default: '_self' },
  },
  supports: {
    anchor: true,
    html: false,
    spacing: SPACING,
    color: COLORS,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },

  load: usedComments,

  render({ isLink, linkTarget }, _content, comments, scope) {
    const comment = comments.of(scope.context)
    if (comment === undefined) return ''
    const name = commentNameHtml(comment)
    const link = websiteOf(comment)
    const html =
      isLink && link !== ''
        ? `<a rel="external nofollow ugc" href="${escapeUrl(link)}" target="${escapeAttribute(linkTarget)}" >${name}</a>`
        : name
    return `<div${wrapperAttributes(scope, textClasses(scope.block.attributes))}>${html}</div>`
  },
})
