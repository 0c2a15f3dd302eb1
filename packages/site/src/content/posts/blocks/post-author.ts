import { escapeAttribute, escapeUrl, filterHtml, wrapperAttributes } from '@platen/rendering'
import {
  alignmentClasses,
  BORDER,
  COLORS_WITHOUT_LINK_CONTROL,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
  TYPOGRAPHY,
} from '../../../kernel/blocks/index.js'
import { avatarImage } from '../../../people/users/index.js'
import { authorBiography, authorName } from './author-text.js'
import { usedAuthors } from './used-authors.js'

const NAME = 'wp-block-post-author'

/** `core/post-author`: the author of a post, with a picture, a name and a biography. */
export const postAuthor = defineBlock({
  name: 'core/post-author',
  apiVersion: 3,
  title: 'Author (deprecated)',
  category: 'theme',
  description: 'Shows the author of a post in one block; newer content uses blocks for each part.',
  usesContext: ['postType', 'postId', 'queryId'],
  attributes: {
    textAlign: { type: 'string' },
    avatarSize: { type: 'number', default: 48 },
    showAvatar: { type: 'boolean', default: true },
    showBio: { type: 'boolean' },
    byline: { type: 'string' },
    isLink: { type: 'boolean', default: false, role: 'content' },
    linkTarget: { type: 'string', default: '_self', role: 'content' },
  },
  supports: {
    inserter: false,
    anchor: true,
    html: false,
    spacing: SPACING,
    typography: TYPOGRAPHY,
    color: COLORS_WITHOUT_LINK_CONTROL,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
    filter: { duotone: true },
  },

  selectors: { filter: { duotone: '.wp-block-post-author .wp-block-post-author__avatar img' } },

  load: usedAuthors,

  render(attributes, _content, authors, scope) {
    const author = authors.named(scope.context)
    if (author === undefined) return ''
    const { avatarSize, showAvatar, showBio, byline, isLink, linkTarget } = attributes
    const image = showAvatar ? avatarImage(scope, author.email, { size: avatarSize, alt: '' }) : ''
    const name = isLink
      ? `<a href="${escapeUrl(authors.linkOf(author))}" target="${escapeAttribute(linkTarget)}">${authorName(author)}</a>`
      : authorName(author)
    return [
      `<div${wrapperAttributes(scope, [...alignmentClasses(attributes), ...linkColorClasses(scope.block.attributes)])}>`,
      image === '' ? '' : `<div class="${NAME}__avatar">${image}</div>`,
      `<div class="${NAME}__content">`,
      byline ? `<p class="${NAME}__byline">${filterHtml(byline, 'excerpt')}</p>` : '',
      `<p class="${NAME}__name">${name}</p>`,
      showBio ? `<p class="${NAME}__bio">${authorBiography(author)}</p>` : '',
      '</div></div>',
    ].join('')
  },
})
