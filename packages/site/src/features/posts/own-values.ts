import { postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from './post-collection.js'
import { STICKY_OPTION } from './post-meta-keys.js'

const { meta } = where

const stickyIds = async ({ options }: StoreSession): Promise<readonly number[]> => {
  const stored = await options.get(STICKY_OPTION)
  return Array.isArray(stored) ? (stored as number[]) : []
}

/** Sets whether a post is sticky. Call it in the transaction that stores the post. */
export async function setSticky(store: StoreSession, id: number, sticky: boolean): Promise<void> {
  const ids = await stickyIds(store)
  if (ids.includes(id) === sticky) return
  await store.options.set(STICKY_OPTION, sticky ? [...ids, id] : ids.filter(other => other !== id))
}

/**
 * Removes references of the site to posts: they are no longer sticky, the front page, or the page that shows posts.
 * Call it in the transaction that removes them or moves them to the trash.
 */
export async function releasePosts(
  { site, store }: { readonly site: SiteContext; readonly store: StoreSession },
  posts: readonly PostRecord[],
): Promise<void> {
  const gone = new Set(posts.map(({ id }) => id))
  const sticky = await stickyIds(store)
  const left = sticky.filter(id => !gone.has(id))
  if (left.length < sticky.length) await store.options.set(STICKY_OPTION, left)
  const isPage = ({ type }: PostRecord) => site.get(postTypes).get(type)?.frontPage === true
  const pages = new Set(posts.filter(isPage).map(({ id }) => id))
  if (pages.size === 0) return
  if (pages.has(Number(await store.options.get('page_on_front')))) {
    await store.options.set('show_on_front', 'posts')
    await store.options.set('page_on_front', 0)
  }
  if (pages.has(Number(await store.options.get('page_for_posts')))) await store.options.set('page_for_posts', 0)
}

/** Sets or, with `undefined`, removes a value of posts in an internal meta key. */
export const setOwnMeta = (store: StoreSession, id: number, key: string, value: unknown): Promise<void> =>
  setOwnMetaOf(store, [key], value === undefined ? [] : [{ id, key, value }], [id])

/** Sets values of posts in internal meta keys, and removes all other values of these keys. */
export async function setOwnMetaOf(
  store: StoreSession,
  keys: readonly string[],
  values: readonly { readonly id: number; readonly key: string; readonly value: unknown }[],
  ids: readonly number[],
): Promise<void> {
  const { and, eq, in: isIn } = meta
  await store.meta.removeWhere(and(eq('kind', 'post'), isIn('object', ids), isIn('key', keys)))
  if (values.length > 0)
    await store.meta.insertMany(values.map(({ id, key, value }) => ({ kind: 'post', object: id, key, value })))
}
