import {
  type BlockUse,
  type BlockValues,
  escapeAttribute,
  escapeUrl,
  filterHtml,
  wrapperAttributes,
} from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  type BlockScope,
  BORDER,
  COLORS,
  COLORS_WITHOUT_LINK_CONTROL,
  defineBlock,
  escapeProse,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
  TYPOGRAPHY,
} from '../../../kernel/blocks/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { avatarImage } from '../../../people/users/index.js'
import { postTypes, supports } from '../../types/index.js'
import { authorLink } from '../index.js'
import { loadUsers } from './post-relations.js'
import { usedPosts } from './used-posts.js'

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

/** `core/post-author-biography`: the biography of a post's author. */
export const postAuthorBiography = defineBlock({
  name: 'core/post-author-biography',
  apiVersion: 3,
  title: 'Author Biography',
  category: 'theme',
  description: 'Shows the biography of the author of a post.',
  usesContext: ['postType', 'postId'],
  attributes: {},
  supports: {
    anchor: true,
    spacing: SPACING,
    color: COLORS_WITHOUT_LINK_CONTROL,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  example: { viewportWidth: 350 },

  load: usedAuthors,

  render(_attributes, _content, authors, scope) {
    const author = authors.of(scope.context)
    const html = author === undefined ? '' : authorBiography(author)
    return html === '' ? '' : `<div${wrapperAttributes(scope, alignmentClasses(scope.block.attributes))}>${html}</div>`
  },
})

/** The name of an author as HTML. */
const authorName = ({ displayName }: UserRecord): string => escapeProse(displayName)

/** The biography of an author, as HTML. */
const authorBiography = ({ description }: UserRecord): string => filterHtml(description, 'description')

/** The authors of the posts that the uses of a block are about. */
export interface UsedAuthors {
  of(context: BlockValues): UserRecord | undefined
  /** The author of a post whose type shows authors. */
  named(context: BlockValues): UserRecord | undefined
  /** The URL of the archive of an author. */
  linkOf(author: UserRecord): string
}

/** Loads the authors of the posts that the uses of a block refer to, with one query besides that for the posts. */
async function usedAuthors(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<UsedAuthors> {
  const posts = await usedPosts(uses, scope)
  const users = await loadUsers(
    scope,
    posts.all.map(post => post.author),
  )
  const of = (context: BlockValues) => users.get(posts.of(context)?.author ?? 0)
  return {
    of,
    named(context) {
      const type = scope.site.get(postTypes).get(posts.of(context)?.type ?? '')
      return type === undefined || supports(type, 'author') ? of(context) : undefined
    },
    linkOf: author => authorLink(scope.site, author, scope.options),
  }
}
