import { type HandlerRequest, type MaybePromise, memoKey, type Principal } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'

/** The parent that a post inherits its status from, for `canReadPost`; `undefined` when its status is its own. */
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
