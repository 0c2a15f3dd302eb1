import { escapeAttribute, escapeUrl, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER,
  COLORS,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
} from '../../../kernel/blocks/index.js'
import { authorName } from './author-text.js'
import { usedAuthors } from './used-authors.js'

/** `core/post-author-name`: the name of the author of a post, maybe as a link to their archive. */
export const postAuthorName = defineBlock({
  name: 'core/post-author-name',
  apiVersion: 3,
  title: 'Author Name',
  category: 'theme',
  description: 'Shows the name of the author of a post.',
  usesContext: ['postType', 'postId'],
  attributes: {
    isLink: { type: 'boolean', default: false, role: 'content' },
    linkTarget: { type: 'string', default: '_self', role: 'content' },
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
  example: { viewportWidth: 350 },

  load: usedAuthors,

  render({ isLink, linkTarget }, _content, authors, scope) {
    const author = authors.named(scope.context)
    if (author === undefined) return ''
    const target = escapeAttribute(linkTarget)
    const html = isLink
      ? `<a href="${escapeUrl(authors.linkOf(author))}" target="${target}" class="wp-block-post-author-name__link">${authorName(author)}</a>`
      : authorName(author)
    return `<div${wrapperAttributes(scope, [...alignmentClasses(scope.block.attributes), ...linkColorClasses(scope.block.attributes)])}>${html}</div>`
  },
})
