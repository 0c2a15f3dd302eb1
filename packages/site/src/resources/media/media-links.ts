import type { Link, Links, Method } from '@platen/core'
import type { SitePrincipal } from '../../access/site-principal.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { collectionUrl, postLinks } from '../posts/post-links.js'
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

function attachedTo(site: SiteContext, parent: PostRecord | undefined): readonly Link[] | undefined {
  const type = parent === undefined ? undefined : site.postTypes.get(parent.type)
  if (parent === undefined || type?.showInRest !== true) return undefined
  return [
    { embeddable: true, post_type: parent.type, id: parent.id, href: `${collectionUrl(site, type)}/${parent.id}` },
  ]
}

/** All links of an attachment: those of posts, and what it is attached to. */
export function mediaLinks(site: SiteContext, post: PostRecord, view: MediaView): Links {
  const { self: _self, ...others } = postLinks(site, post, view)
  const href = `${collectionUrl(site, view.type)}/${post.id}`
  const attached = attachedTo(site, view.parentOf(post))
  return {
    self: [{ href, targetHints: { allow: allowedOnMedia(post, view, view.principal) } }],
    ...others,
    ...(attached === undefined ? {} : { [`${site.dialect.prefix}:attached-to`]: attached }),
  }
}
