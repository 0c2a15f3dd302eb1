import { type HandlerRequest, memoKey, type Principal } from '@platen/core'
import { postTypes } from '../../registrations/post-types.js'
import { postStatuses } from '../../registrations/statuses.js'
import type { SiteContext } from '../../site-context.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from './post-collection.js'

/** Whether a caller may read a post. Those that inherit their status are read like `parent`; if `gone`, by all. */
export function canReadPost(
  site: SiteContext,
  post: PostRecord,
  principal: Principal,
  parent?: PostRecord | 'gone' | undefined,
): boolean {
  const type = site.get(postTypes).get(post.type)
  if (type === undefined || !type.showInRest) return false
  if (site.get(postStatuses).get(post.status)?.public === true) return true
  if (post.status === 'inherit') {
    if (post.parent === 0 || parent === 'gone') return true
    return parent !== undefined && canReadPost(site, parent, principal)
  }
  return principal.can('read_post', post)
}

/** The parent that a post inherits its status from, for {@link canReadPost}; `undefined` when its status is its own. */
export async function inheritedFrom(site: SiteContext, post: PostRecord): Promise<PostRecord | 'gone' | undefined> {
  if (post.status !== 'inherit' || post.parent === 0) return undefined
  return (await site.store.posts.get(post.parent)) ?? 'gone'
}

const inherited = memoKey<Promise<PostRecord | 'gone' | undefined>>('inherited')

/** The same for the post that a request is about, memoized. */
export const inheritedOnce = (
  site: SiteContext,
  post: PostRecord,
  request: HandlerRequest,
): Promise<PostRecord | 'gone' | undefined> => request.once(inherited, () => inheritedFrom(site, post))

/** Memoizes the parents that posts inherit their status from, with one query for all requests. */
export async function preloadInherited(
  site: SiteContext,
  requested: readonly { readonly request: HandlerRequest; readonly post: PostRecord }[],
): Promise<void> {
  const parentOf = ({ status, parent }: PostRecord) => (status === 'inherit' ? parent : 0)
  const ids = [...new Set(requested.map(({ post }) => parentOf(post)))].filter(id => id !== 0)
  const { records } =
    ids.length === 0 ? { records: [] } : await site.store.posts.find({ where: where.posts.in('id', ids) })
  const parents = new Map(records.map(record => [record.id, record]))
  for (const { request, post } of requested) {
    const id = parentOf(post)
    void request.once(inherited, () => Promise.resolve(id === 0 ? undefined : (parents.get(id) ?? 'gone')))
  }
}

/** Whether a caller has given the password of a protected post, or may edit it and asks for the view of editors. */
export function canSeeProtected(post: PostRecord, password: unknown, context: string, principal: Principal): boolean {
  if (post.password === '') return true
  if (typeof password === 'string' && password !== '') return password === post.password
  return context === 'edit' && principal.can('edit_post', post)
}
