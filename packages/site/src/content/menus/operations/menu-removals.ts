import type { SetupCalls } from '../../../kernel/features/index.js'
import type { Tx } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn, type TermRecord } from '../../../kernel/records/index.js'
import { type PostsThatFollow, postRemovals, removePosts } from '../../posts/index.js'
import { termRemovals } from '../../terms/index.js'
import { MENU_ITEMS } from '../menu-item.js'
import { assignLocations, setAutoAdd } from '../menu-locations.js'
import { MENUS } from './menu-operations.js'
import { inMenu, itemsOfObjects } from './store-menu-item.js'

/** Removes the items of a menu that is removed, and its locations. */
async function releaseMenu(tx: Tx, { id }: TermRecord): Promise<void> {
  const { store } = tx
  await assignLocations(store, id, [])
  await setAutoAdd(store, id, false)
  const { records } = await postsIn(store).find({ where: inMenu(id) })
  await removePosts(tx, records)
}

/** The items that link to posts, which are removed with them. */
async function itemsOfPosts({ store }: Tx, posts: readonly PostRecord[]): Promise<PostsThatFollow> {
  // No item links to another.
  const linked = posts.filter(({ type }) => type !== MENU_ITEMS).map(({ id }) => id)
  return itemsOfObjects(store, 'post_type', linked)
}

/** Removes the items that link to removed terms, and all items of removed menus. */
async function releaseTerms(tx: Tx, terms: readonly TermRecord[]): Promise<void> {
  for (const term of terms) if (term.taxonomy === MENUS) await releaseMenu(tx, term)
  const ids = terms.map(({ id }) => id)
  const items = await itemsOfObjects(tx.store, 'taxonomy', ids)
  await removePosts(tx, [...items.values()].flat())
}

/** Registers the removal of items with their menus, and with the posts and terms that they link to. */
export function registerMenuRemovals({ context }: SetupCalls): void {
  context.get(postRemovals).add(itemsOfPosts)
  context.get(termRemovals).add(releaseTerms)
}
