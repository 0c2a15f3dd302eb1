import { escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  BORDER,
  COLORS,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
  timeElement,
} from '../../../kernel/blocks/index.js'
import { loadLinks } from '../../posts/blocks/index.js'
import { commentedPosts, usedComments } from './used-comments.js'

/** `core/comment-date`: when a comment was written, maybe as a link to it. */
export const commentDate = defineBlock({
  name: 'core/comment-date',
  apiVersion: 3,
  title: 'Comment Date',
  category: 'theme',
  description: 'Shows the date of a comment.',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: { format: { type: 'string' }, isLink: { type: 'boolean', default: true } },
  supports: {
    anchor: true,
    html: false,
    color: COLORS,
    spacing: SPACING,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },

  async load(uses, scope) {
    const comments = usedComments(uses, scope)
    return { comments, linkOf: await loadLinks(scope, commentedPosts(comments)) }
  },

  render({ format, isLink }, _content, { comments, linkOf }, scope) {
    const comment = comments.of(scope.context)
    const post = comments.postOf(scope.context)
    if (comment === undefined || post === undefined) return ''
    const link = escapeUrl(`${linkOf(post)}#comment-${comment.id}`)
    const around = isLink ? (text: string) => `<a href="${link}">${text}</a>` : undefined
    const time = timeElement(comment.date, { format, around, scope })
    return `<div${wrapperAttributes(scope, linkColorClasses(scope.block.attributes))}>${time}</div>`
  },
})
