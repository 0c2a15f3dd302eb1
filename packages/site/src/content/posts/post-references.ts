import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import { idsIn } from '../../kernel/options/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { postTypes } from '../types/index.js'
import { STICKY_OPTION } from './post-meta-keys.js'

const stickyIds = async ({ options }: StoreSession): Promise<readonly number[]> =>
  idsIn(await options.get(STICKY_OPTION))

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
