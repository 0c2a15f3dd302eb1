import type { Link, Links, Method } from '@platen/core'
import type { SitePrincipal } from '../../access/site-principal.js'
import { type PostType, supports } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { featuredMediaOf } from './post-values.js'
import type { PostView } from './post-view.js'
import { canReadPost } from './post-visibility.js'

/** The address of a type's collection. */
export const collectionUrl = (site: SiteContext, type: PostType): string =>
  `${site.apiUrl}/${type.restNamespace}/${type.restBase}`

/** The methods that a caller may use on a post: the same rules that the endpoints ask. */
export function allowedOnPost(site: SiteContext, post: PostRecord, principal: SitePrincipal): readonly Method[] {
  const allowed: Method[] = canReadPost(site, post, principal) ? ['GET'] : []
  if (principal.can('edit_post', post)) allowed.push('POST', 'PUT', 'PATCH')
  if (principal.can('delete_post', post)) allowed.push('DELETE')
  return allowed
}

function actionLinks(site: SiteContext, view: PostView, href: string): Record<string, readonly Link[]> {
  const { type, principal } = view
  const p = site.dialect.prefix
  const links: Record<string, readonly Link[]> = {}
  const add = (action: string) => {
    links[`${p}:action-${action}`] = [{ href }]
  }
  const caps = type.capabilities
  if (type.name !== 'attachment' && principal.can(caps.publish_posts)) add('publish')
  if (principal.can('unfiltered_html')) add('unfiltered-html')
  if (type.name === 'post' && principal.can(caps.edit_others_posts) && principal.can(caps.publish_posts)) add('sticky')
  if (supports(type, 'author') && principal.can(caps.edit_others_posts)) add('assign-author')
  for (const taxonomy of view.taxonomies) {
    const create = taxonomy.hierarchical ? taxonomy.capabilities.edit_terms : taxonomy.capabilities.assign_terms
    if (principal.can(create)) add(`create-${taxonomy.restBase}`)
    if (principal.can(taxonomy.capabilities.assign_terms)) add(`assign-${taxonomy.restBase}`)
  }
  return links
}

/** All links of a post; those of actions are for editors alone. */
export function postLinks(site: SiteContext, post: PostRecord, view: PostView): Links {
  const { type } = view
  const p = site.dialect.prefix
  const api = `${site.apiUrl}/${site.namespace}`
  const collection = collectionUrl(site, type)
  const href = `${collection}/${post.id}`
  const links: Record<string, readonly Link[]> = {
    self: [{ href, targetHints: { allow: allowedOnPost(site, post, view.principal) } }],
    collection: [{ href: collection }],
    about: [{ href: `${api}/types/${post.type}` }],
  }
  if (supports(type, 'author') && post.author !== 0)
    links['author'] = [{ embeddable: true, href: `${api}/users/${post.author}` }]
  if (supports(type, 'comments')) links['replies'] = [{ embeddable: true, href: `${api}/comments?post=${post.id}` }]
  if (supports(type, 'revisions')) {
    const { count, latest } = view.revisionsOf(post)
    links['version-history'] = [{ count, href: `${href}/revisions` }]
    if (count > 0) links['predecessor-version'] = [{ id: latest, href: `${href}/revisions/${latest}` }]
  }
  if (type.hierarchical && post.parent !== 0) links['up'] = [{ embeddable: true, href: `${collection}/${post.parent}` }]
  const media = featuredMediaOf(post, view)
  if (media !== 0 && view.isReadableMedia(media))
    links[`${p}:featuredmedia`] = [{ embeddable: true, href: `${api}/media/${media}` }]
  if (post.type !== 'attachment') links[`${p}:attachment`] = [{ href: `${api}/media?parent=${post.id}` }]
  const terms = view.taxonomies.map(taxonomy => ({
    taxonomy: taxonomy.name,
    embeddable: true,
    href: `${site.apiUrl}/${taxonomy.restNamespace}/${taxonomy.restBase}?post=${post.id}`,
  }))
  if (terms.length > 0) links[`${p}:term`] = terms
  return view.context === 'edit' ? { ...links, ...actionLinks(site, view, href) } : links
}
