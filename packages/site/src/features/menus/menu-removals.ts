import type { Tx } from '../../operations/tx.js'
import type { RegistrationCalls } from '../../registration-calls.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from '../posts/post-collection.js'
import { postRemovals } from '../posts/post-removals.js'
import type { TermRecord } from '../terms/term-collection.js'
import { termRemovals } from '../terms/term-removals.js'
import { MENU_ITEMS } from './menu-item.js'
import { removeItem } from './menu-item-operations.js'
import { MENUS } from './menu-operations.js'
import { assignLocations, setAutoAdd } from './menu-options.js'
import { itemsOfObject } from './store-menu-item.js'

/** Removes the items of a menu that is removed, and its locations. */
async function releaseMenu(tx: Tx, { id }: TermRecord): Promise<void> {
  const { store } = tx
  await assignLocations(store, id, [])
  await setAutoAdd(store, id, false)
  const { and, eq, exists } = where.posts
  const { records } = await store.posts.find({
    where: and(
      eq('type', MENU_ITEMS),
      exists(where.assignments, { foreign: 'object', local: 'id' }, where.assignments.eq('term', id)),
    ),
  })
  for (const item of records) await removeItem(tx, item)
}

/** Removes the items that link to a post that is removed. */
async function releasePost(tx: Tx, post: PostRecord): Promise<void> {
  // No item links to another.
  if (post.type === MENU_ITEMS) return
  for (const item of await itemsOfObject(tx.store, 'post_type', post.id)) await removeItem(tx, item)
}

/** Removes the items that link to a term that is removed; a menu loses all of its own. */
async function releaseTerm(tx: Tx, term: TermRecord): Promise<void> {
  if (term.taxonomy === MENUS) await releaseMenu(tx, term)
  for (const item of await itemsOfObject(tx.store, 'taxonomy', term.id)) await removeItem(tx, item)
}

/** Registers what is removed with menus, and with the posts and terms that items link to. */
export function registerMenuRemovals({ context }: RegistrationCalls): void {
  context.get(postRemovals).add(releasePost)
  context.get(termRemovals).add(releaseTerm)
}
