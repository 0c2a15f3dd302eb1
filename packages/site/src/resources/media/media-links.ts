import type { LinkRow, Method } from '@platen/core'
import type { SitePrincipal } from '../../access/site-principal.js'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { collectionUrl, postLinks, selfLink } from '../posts/post-links.js'
import { canReadPost } from '../posts/post-visibility.js'
import type { MediaView } from './media-view.js'

/** The methods that a caller may use on an attachment: the same rules that the endpoints ask. */
function allowedOnMedia(post: PostRecord, view: MediaView, principal: SitePrincipal): readonly Method[] {
  const parent = view.parentOf(post) ?? 'gone'
  const allowed: Method[] = canReadPost(view.site, post, principal, parent) ? ['GET'] : []
  if (principal.can('edit_post', post)) allowed.push('POST', 'PUT', 'PATCH')
  if (principal.can('delete_post', post)) allowed.push('DELETE')
  return allowed
}

/** What an attachment is attached to, for each type that clients see. */
function attachedTo(site: SiteContext): readonly LinkRow<PostRecord, MediaView>[] {
  return site.postTypes
    .all()
    .filter(type => type.showInRest)
    .map(type => ({
      rel: `${site.dialect.prefix}:attached-to`,
      attributes: { embeddable: true, post_type: type.name },
      href: [`${collectionUrl(site, type)}/`, post => post.parent],
      when: (post, view) => view.parentOf(post)?.type === type.name,
      own: { id: post => post.parent },
    }))
}

/** All links of attachments: those of posts, and what they are attached to. */
export function mediaLinks(site: SiteContext, type: PostType): readonly LinkRow<PostRecord, MediaView>[] {
  const allowed = (post: PostRecord, view: MediaView) => allowedOnMedia(post, view, view.principal)
  return [selfLink(site, type, allowed), ...postLinks(site, type), ...attachedTo(site)]
}
