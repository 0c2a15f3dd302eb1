import { type HandlerRequest, type MaybePromise, memoKey, type Principal } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { type PostType, postStatuses, postTypes } from '../../types/index.js'

const isRestricted = (type: PostType | undefined): boolean => type !== undefined && type.restricted !== false

/**
 * Whether everybody may read posts of a type and status. Attachments of posts of a restricted type are shown wherever
 * these posts are used: for attachments, `restricts` is false.
 */
export const isOpenToAll = (
  site: SiteContext,
  type: PostType | undefined,
  status: string,
  restricts: boolean,
): boolean => site.get(postStatuses).get(status)?.public === true && !(restricts && isRestricted(type))

/**
 * Whether a caller may read a post. A post that inherits its status is readable like `parent`, and by its author; if
 * the parent is `gone`, by everybody.
 */
export const canReadPost = (
  site: SiteContext,
  post: PostRecord,
  principal: Principal,
  parent?: PostRecord | 'gone' | undefined,
): boolean => isReadable(site, post, principal, parent, true)

function isReadable(
  site: SiteContext,
  post: PostRecord,
  principal: Principal,
  parent: PostRecord | 'gone' | undefined,
  restricts: boolean,
): boolean {
  const type = site.get(postTypes).get(post.type)
  if (type === undefined || !type.showInRest) return false
  if (isOpenToAll(site, type, post.status, restricts)) return true
  if (post.status === 'inherit') {
    if (post.parent === 0 || parent === 'gone') return true
    if (principal.id !== 0 && post.author === principal.id && principal.can('read_post', post)) return true
    return parent !== undefined && isReadable(site, parent, principal, undefined, false)
  }
  return principal.can('read_post', post)
}

/** The parent that a post inherits its status from, for {@link canReadPost}; `undefined` when its status is its own. */
export async function inheritedFrom(site: SiteContext, post: PostRecord): Promise<PostRecord | 'gone' | undefined> {
  if (post.status !== 'inherit' || post.parent === 0) return undefined
  return (await postsIn(site.store).get(post.parent)) ?? 'gone'
}

const inherited = memoKey<MaybePromise<PostRecord | 'gone' | undefined>>('inherited')

/** The same for the post that a request is about, memoized. */
export const inheritedOnce = (
  site: SiteContext,
  post: PostRecord,
  request: HandlerRequest,
): MaybePromise<PostRecord | 'gone' | undefined> => request.once(inherited, () => inheritedFrom(site, post))

/** Memoizes the parents that posts inherit their status from, with one query for all requests. */
export async function preloadInherited(
  site: SiteContext,
  requested: readonly { readonly request: HandlerRequest; readonly post: PostRecord }[],
): Promise<void> {
  const parentOf = ({ status, parent }: PostRecord) => (status === 'inherit' ? parent : 0)
  const ids = new Set<number>()
  for (const { post } of requested) if (parentOf(post) !== 0) ids.add(parentOf(post))
  const records = ids.size === 0 ? [] : await findShown(postsIn(site.store), { where: wherePosts.in('id', [...ids]) })
  const parents = new Map(records.map(record => [record.id, record]))
  for (const { request, post } of requested) {
    const id = parentOf(post)
    request.once(inherited, () => (id === 0 ? undefined : (parents.get(id) ?? 'gone')))
  }
}

/** Whether a caller has sent the password of a protected post, or may edit it and requests the context `edit`. */
export function canSeeProtected(post: PostRecord, password: unknown, context: string, principal: Principal): boolean {
  if (post.password === '') return true
  if (typeof password === 'string' && password !== '') return password === post.password
  return context === 'edit' && principal.can('edit_post', post)
}
