import type { LinkRow, Method } from '@platen/core'
import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { collectionUrl } from '../../../kernel/rest/index.js'
import { linkedKeys, relationLinks } from '../../meta/index.js'
import { type PostType, postTypes, supports, taxonomiesOfType } from '../../types/index.js'
import { featuredMediaOf } from '../post-values.js'
import { canDeletePost } from '../rules/post-access.js'
import { canReadPost } from '../rules/post-rights.js'
import { shownMeta } from './post-fields.js'
import type { PostView } from './post-view.js'

const NOTHING: readonly Method[] = Object.freeze([])
const READING: readonly Method[] = Object.freeze(['GET'])
const EDITING: readonly Method[] = Object.freeze(['POST', 'PUT', 'PATCH'])
const DELETING: readonly Method[] = Object.freeze(['DELETE'])

/** The methods that a caller may use on a post, by the same rules as the endpoints. `parent` as for `canReadPost`. */
export function allowedOnPost(
  site: SiteContext,
  post: PostRecord,
  principal: SitePrincipal,
  options: OptionSnapshot,
  parent?: PostRecord | 'gone',
): readonly Method[] {
  const mayRead = canReadPost(site, post, principal, parent)
  const mayEdit = principal.can('edit_post', post)
  const mayDelete = canDeletePost(principal, post, options)
  if (!mayEdit && !mayDelete) return mayRead ? READING : NOTHING
  return [...(mayRead ? READING : NOTHING), ...(mayEdit ? EDITING : NOTHING), ...(mayDelete ? DELETING : NOTHING)]
}

type PostLink = LinkRow<PostRecord, PostView>

const idOf = (post: PostRecord): number => post.id

const addressOf = (collection: string): PostLink['href'] => [`${collection}/`, idOf]

/** The actions on posts of a type, by name, depending only on the rights of the caller. */
function postActions(site: SiteContext, type: PostType): ReadonlyMap<string, (principal: SitePrincipal) => boolean> {
  const caps = type.capabilities
  const actions = new Map<string, (principal: SitePrincipal) => boolean>()
  if (!type.inheritsStatus) actions.set('publish', principal => principal.can(caps.publish_posts))
  actions.set('unfiltered-html', principal => principal.can('unfiltered_html'))
  if (type.sticky)
    actions.set('sticky', principal => principal.can(caps.edit_others_posts) && principal.can(caps.publish_posts))
  if (supports(type, 'author')) actions.set('assign-author', principal => principal.can(caps.edit_others_posts))
  for (const { hierarchical, capabilities, restBase } of taxonomiesOfType(site, type)) {
    const create = hierarchical ? capabilities.edit_terms : capabilities.assign_terms
    actions.set(`create-${restBase}`, principal => principal.can(create))
    actions.set(`assign-${restBase}`, principal => principal.can(capabilities.assign_terms))
  }
  return actions
}

/**
 * The links of actions, only in the context `edit`. The permissions of a caller are computed once for a page of posts.
 */
function actionLinks(site: SiteContext, type: PostType): readonly PostLink[] {
  const actions = postActions(site, type)
  const permitted = new WeakMap<PostView, ReadonlySet<string>>()
  const permittedIn = (view: PostView): ReadonlySet<string> => {
    const known = permitted.get(view)
    if (known !== undefined) return known
    const names = new Set([...actions].filter(([, may]) => may(view.principal)).map(([name]) => name))
    permitted.set(view, names)
    return names
  }
  const href = addressOf(collectionUrl(site, type))
  return [...actions.keys()].map(name => ({
    rel: `${site.dialect.prefix}:action-${name}`,
    href,
    when: (_post, view) => view.context === 'edit' && permittedIn(view).has(name),
  }))
}

function termLinks(site: SiteContext, type: PostType): readonly PostLink[] {
  return taxonomiesOfType(site, type).map(({ name, restNamespace, restBase }) => ({
    rel: `${site.dialect.prefix}:term`,
    attributes: { taxonomy: name, embeddable: true },
    href: [`${site.apiUrl}/${restNamespace}/${restBase}?post=`, idOf],
  }))
}

function revisionLinks(collection: string): readonly PostLink[] {
  return [
    {
      rel: 'version-history',
      href: [`${collection}/`, idOf, '/revisions'],
      computed: { count: (post, view) => view.revisionsOf(post).count },
    },
    {
      rel: 'predecessor-version',
      href: [`${collection}/`, idOf, '/revisions/', (post, view) => view.revisionsOf(post).latest],
      when: (post, view) => view.revisionsOf(post).count > 0,
      computed: { id: (post, view) => view.revisionsOf(post).latest },
    },
  ]
}

/** The links to a parent, on the route of its type: the post's type, unless the parent is known to have another one. */
function parentLinks(site: SiteContext, type: PostType): readonly PostLink[] {
  const others = site.get(postTypes).filter(({ name, showInRest }) => showInRest && name !== type.name)
  const otherNames = new Set(others.map(({ name }) => name))
  const typeOfParent = ({ parent }: PostRecord, { ancestors }: PostView) => ancestors.get(parent)?.type ?? ''
  const link = (of: PostType, when: PostLink['when']): PostLink => ({
    rel: 'up',
    href: [`${collectionUrl(site, of)}/`, post => post.parent],
    attributes: { embeddable: true },
    when,
  })
  return [
    link(type, (post, view) => post.parent !== 0 && !otherNames.has(typeOfParent(post, view))),
    ...others.map(other => link(other, (post, view) => post.parent !== 0 && typeOfParent(post, view) === other.name)),
  ]
}

/** The link to the post itself, with the methods that a caller may use on it. */
export const selfLink = <V extends PostView>(
  site: SiteContext,
  type: PostType,
  allow: (post: PostRecord, view: V) => readonly Method[],
): LinkRow<PostRecord, V> => ({ rel: 'self', href: addressOf(collectionUrl(site, type)), allow })

/** All links of a type's posts except `self`; those of actions only in the context `edit`. */
export function postLinks(site: SiteContext, type: PostType): readonly PostLink[] {
  const p = site.dialect.prefix
  const api = `${site.apiUrl}/${site.namespace}`
  const collection = collectionUrl(site, type)
  const embeddable = { embeddable: true }
  const links: PostLink[] = [
    { rel: 'collection', href: collection },
    { rel: 'about', href: `${api}/types/${type.name}` },
  ]
  if (supports(type, 'author')) {
    const href: PostLink['href'] = [`${api}/users/`, post => post.author]
    links.push({ rel: 'author', href, attributes: embeddable, when: post => post.author !== 0 })
  }
  if (supports(type, 'comments'))
    links.push({
      rel: 'replies',
      href: [`${api}/comments?post=`, idOf],
      attributes: embeddable,
      // Comments on protected posts are refused, and those on posts that inherit their status may be: the error is
      // embedded, too.
      empty: post => post.commentCount === 0 && post.password === '' && post.status === 'publish',
    })
  if (supports(type, 'revisions')) links.push(...revisionLinks(collection))
  if (type.hierarchical) links.push(...parentLinks(site, type))
  links.push({
    rel: `${p}:featuredmedia`,
    href: [`${api}/media/`, featuredMediaOf],
    attributes: embeddable,
    when: (post, view) => view.isReadableMedia(featuredMediaOf(post, view)),
  })
  if (type.attachments) links.push({ rel: `${p}:attachment`, href: [`${api}/media?parent=`, idOf] })
  return [
    ...links,
    ...termLinks(site, type),
    ...relationLinks(site, linkedKeys(site, 'post', type.name), shownMeta),
    ...actionLinks(site, type),
  ]
}

/** The schema of a type's actions: the relation, and the properties that can be sent. */
export function schemaLinks(site: SiteContext, type: PostType): readonly unknown[] {
  const href = `${collectionUrl(site, type)}/{id}`
  const links: unknown[] = []
  const add = (action: string, title: string, properties: Readonly<Record<string, unknown>>) => {
    links.push({
      rel: `${site.names.relationBase}action-${action}`,
      title,
      href,
      targetSchema: { type: 'object', properties },
    })
  }
  const ids = { type: 'array', items: { type: 'integer' } }
  if (!type.inheritsStatus)
    add('publish', 'The caller can publish this post.', { status: { type: 'string', enum: ['publish', 'future'] } })
  add('unfiltered-html', 'The caller can use any HTML in this post.', { content: { raw: { type: 'string' } } })
  if (type.sticky) add('sticky', 'The caller can keep this post at the top.', { sticky: { type: 'boolean' } })
  if (supports(type, 'author'))
    add('assign-author', 'The caller can change the author of this post.', { author: { type: 'integer' } })
  for (const { restBase, name } of taxonomiesOfType(site, type)) {
    add(`assign-${restBase}`, `The caller can assign terms of ${name} to this post.`, { [restBase]: ids })
    add(`create-${restBase}`, `The caller can create terms of ${name}.`, { [restBase]: ids })
  }
  return links
}
