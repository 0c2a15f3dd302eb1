import type { LinkRow, Method } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type CommentRecord, NOTE } from '../../../kernel/records/index.js'
import { linkedKeys, relationLinks } from '../../meta/index.js'
import { postTypes } from '../../types/index.js'
import { canEditComment, canReadComment } from '../rules/comment-rights.js'
import type { CommentView } from './comment-view.js'

type CommentLink = LinkRow<CommentRecord, CommentView>

/** The URL of the collection of comments. */
export const commentsUrl = (site: SiteContext): string => `${site.apiUrl}/${site.namespace}/comments`

/**
 * The methods that a caller may use on the URL of a comment, which has no password: by the same rules as the endpoints.
 */
function allowedOnComment(
  site: SiteContext,
  comment: CommentRecord,
  { principal, postOf }: CommentView,
): readonly Method[] {
  const commented = postOf(comment)
  const allowed: Method[] = canReadComment(site, principal, comment, commented) ? ['GET'] : []
  if (canEditComment(principal, comment, commented)) allowed.push('POST', 'PUT', 'PATCH', 'DELETE')
  return allowed
}

/** The links of comments. */
export function commentLinks(site: SiteContext): readonly CommentLink[] {
  const collection = commentsUrl(site)
  const idOf = (comment: CommentRecord) => comment.id
  const embeddable = { embeddable: true }
  const up = site
    .get(postTypes)
    .filter(type => type.showInRest)
    .map(
      (type): CommentLink => ({
        rel: 'up',
        attributes: { ...embeddable, post_type: type.name },
        href: [`${site.apiUrl}/${type.restNamespace}/${type.restBase}/`, comment => comment.post],
        when: (comment, { postOf }) => postOf(comment)?.post.type === type.name,
      }),
    )
  return [
    {
      rel: 'self',
      href: [`${collection}/`, idOf],
      allow: (comment, view) => allowedOnComment(site, comment, view),
    },
    { rel: 'collection', href: collection },
    {
      rel: 'author',
      attributes: embeddable,
      href: [`${site.apiUrl}/${site.namespace}/users/`, comment => comment.author],
      when: ({ author }) => author !== 0,
    },
    ...up,
    {
      rel: 'in-reply-to',
      attributes: embeddable,
      href: [`${collection}/`, comment => comment.parent],
      when: ({ parent }) => parent !== 0,
    },
    {
      rel: 'children',
      attributes: embeddable,
      href: [`${collection}?parent=`, idOf],
      when: (comment, { hasReplies }) => comment.type !== NOTE && hasReplies(comment),
    },
    {
      rel: 'children',
      attributes: embeddable,
      href: [`${collection}?parent=`, idOf, `&type=${NOTE}&status=all`],
      when: (comment, { hasReplies }) => comment.type === NOTE && hasReplies(comment),
    },
    ...relationLinks(site, linkedKeys(site, 'comment', ''), (comment: CommentRecord, { metaOf }: CommentView) =>
      metaOf(comment),
    ),
  ]
}
