import type { StoreSession } from '@platen/storage'
import type { Tx } from '../../kernel/operations/index.js'
import { idsIn } from '../../kernel/options/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { postTypes } from '../types/index.js'
import { STICKY_LOCK } from './post-locks.js'
import { STICKY_OPTION } from './post-meta-keys.js'

/** The ids of the sticky posts. */
export const stickyIds = async ({ options }: StoreSession): Promise<readonly number[]> =>
  idsIn(await options.get(STICKY_OPTION))

/** Sets whether a post is sticky. Call it in the transaction that stores the post. */
export async function setSticky(
  { store, lock }: Pick<Tx, 'store' | 'lock'>,
  id: number,
  sticky: boolean,
): Promise<void> {
  await lock(STICKY_LOCK)
  const ids = await stickyIds(store)
  if (ids.includes(id) === sticky) return
  await store.options.set(STICKY_OPTION, sticky ? [...ids, id] : ids.filter(other => other !== id))
}

/**
 * Removes references of the site to posts: they are no longer sticky, the front page, or the page that shows posts.
 * Call it in the transaction that removes them or moves them to the trash.
 */
export async function releasePosts(
  { site, store, lock }: Pick<Tx, 'site' | 'store' | 'lock'>,
  posts: readonly PostRecord[],
): Promise<void> {
  const gone = new Set(posts.map(({ id }) => id))
  // The posts are locked, so they do not become sticky meanwhile; others may.
  if ((await stickyIds(store)).some(id => gone.has(id))) {
    await lock(STICKY_LOCK)
    const left = (await stickyIds(store)).filter(id => !gone.has(id))
    await store.options.set(STICKY_OPTION, left)
  }
  const isPage = ({ type }: PostRecord) => site.get(postTypes).get(type)?.frontPage === true
  const pages = new Set(posts.filter(isPage).map(({ id }) => id))
  if (pages.size === 0) return
  if (pages.has(Number(await store.options.get('page_on_front')))) {
    await store.options.set('show_on_front', 'posts')
    await store.options.set('page_on_front', 0)
  }
  if (pages.has(Number(await store.options.get('page_for_posts')))) await store.options.set('page_for_posts', 0)
}
