import { type BlockUse, borderAttributes, escapeAttribute, escapeUrl, wrapperAttributes } from '@platen/rendering'
import { type BlockScope, defineBlock, INTERACTIVITY, SPACING_WITHOUT_CONTROLS } from '../../../kernel/blocks/index.js'
import { avatarImage } from '../../../people/users/index.js'
import { loadUsers, usedPosts } from '../../posts/blocks/index.js'
import { authorLink } from '../../posts/index.js'
import { avatarEmail, websiteOf } from '../comment-author.js'
import { usedComments } from './used-comments.js'

/** The user whose picture is shown, and the target of the link. */
interface Person {
  readonly name: string
  readonly email: string
  readonly link: string
  /** The description of the link for screen readers, if it opens elsewhere. */
  readonly label?: string
}

async function loadPeople(uses: readonly BlockUse<{ readonly userId?: number | undefined }>[], scope: BlockScope) {
  const posts = await usedPosts(uses, scope)
  const comments = usedComments(uses, scope)
  const users = await loadUsers(scope, [
    ...uses.map(({ attributes }) => attributes.userId ?? 0),
    ...posts.all.map(post => post.author),
    ...comments.all.map(({ comment }) => comment.author),
  ])
  return (userId: number | undefined, context: BlockUse['context'], isNewTab: boolean): Person | undefined => {
    if (context['commentId'] !== undefined) {
      const comment = comments.of(context)
      if (comment === undefined) return undefined
      const { authorName: name } = comment
      const email = avatarEmail(comment, users)
      const website = isNewTab ? `(${name} website link, opens in a new tab)` : undefined
      return { name, email, link: websiteOf(comment), ...(website && { label: website }) }
    }
    const user = users.get(userId ?? posts.of(context)?.author ?? 0)
    if (user === undefined) return userId === undefined ? undefined : { name: '', email: '', link: '' }
    const { displayName: name, email } = user
    const archive = isNewTab ? `(${name} author archive, opens in a new tab)` : undefined
    return { name, email, link: authorLink(scope.site, user, scope.options), ...(archive && { label: archive }) }
  }
}

/** `core/avatar`: the picture of a user, of the author of a post or of a comment. */
export const avatar = defineBlock({
  name: 'core/avatar',
  apiVersion: 3,
  title: 'Avatar',
  category: 'theme',
  description: 'Shows the picture of a user.',
  usesContext: ['postType', 'postId', 'commentId'],
  attributes: {
    userId: { type: 'number' },
    size: { type: 'number', default: 96 },
    isLink: { type: 'boolean', default: false },
    linkTarget: { type: 'string', default: '_self' },
  },
  supports: {
    anchor: true,
    html: false,
    align: true,
    alignWide: false,
    spacing: SPACING_WITHOUT_CONTROLS,
    __experimentalBorder: {
      __experimentalSkipSerialization: true,
      radius: true,
      width: true,
      color: true,
      style: true,
      __experimentalDefaultControls: { radius: true },
    },
    color: { text: false, background: false },
    filter: { duotone: true },
    interactivity: INTERACTIVITY,
  },

  selectors: { border: '.wp-block-avatar img', filter: { duotone: '.wp-block-avatar img' } },

  load: loadPeople,

  render({ userId, size, isLink, linkTarget }, _content, personOf, scope) {
    const person = personOf(userId, scope.context, linkTarget === '_blank')
    if (person === undefined) return ''
    const border = borderAttributes(scope.block)
    const image = avatarImage(scope, person.email, {
      size,
      alt: `${person.name} Avatar`,
      className: ['wp-block-avatar__image', ...border.classes].join(' '),
      style: border.style,
    })
    const label = person.label === undefined ? '' : `aria-label="${escapeAttribute(person.label)}"`
    const html =
      isLink && person.link !== ''
        ? `<a href="${escapeUrl(person.link)}" target="${escapeAttribute(linkTarget)}" ${label} class="wp-block-avatar__link">${image}</a>`
        : image
    return `<div${wrapperAttributes(scope)}>${html}</div>`
  },
})
