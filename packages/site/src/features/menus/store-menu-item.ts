import type { MetaRecord } from '../../meta/meta-collection.js'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'
import type { PostRecord } from '../posts/post-collection.js'
import { MENU_ITEMS, type MenuItem, menuItemKeys, menuItemOf } from './menu-item.js'

const { assignments, meta, posts } = where

/** The condition of the items of a menu. */
export const inMenu = (menu: number) =>
  posts.and(
    posts.eq('type', MENU_ITEMS),
    posts.exists(assignments, { foreign: 'object', local: 'id' }, assignments.eq('term', menu)),
  )

const metaOf = (id: number) => meta.and(meta.eq('kind', 'post'), meta.eq('object', id))

/** The stored data of a menu item. */
export async function loadMenuItem(store: StoreSession, post: Pick<PostRecord, 'id'>): Promise<MenuItem> {
  const { records } = await store.meta.find({ where: metaOf(post.id) })
  return menuItemOf(post, records)
}

/** Stores the data of a menu item. Call it in the transaction that stores the post. */
export async function storeMenuItem(store: StoreSession, id: number, given: MenuItem): Promise<void> {
  // No item is below itself; longer loops, as clients make while they sort, are left to those who show menus.
  const item = given.parent === id ? { ...given, parent: 0 } : given
  const fields = Object.keys(menuItemKeys) as (keyof MenuItem)[]
  await store.meta.removeWhere(meta.and(metaOf(id), meta.in('key', Object.values(menuItemKeys))))
  await store.meta.insertMany(
    fields.map(field => ({ kind: 'post', object: id, key: menuItemKeys[field], value: item[field] })),
  )
}

/** The meta values of a key that are an id; programs write ids as numbers or texts. */
async function valuesOf(store: StoreSession, key: string, id: number): Promise<readonly MetaRecord[]> {
  let found: readonly MetaRecord[] = []
  // One by one, since a list of values of unlike types is not found by an index.
  for (const value of [id, String(id)]) {
    const where = meta.and(meta.eq('key', key), meta.eq('kind', 'post'), meta.eq('value', value))
    found = found.concat((await store.meta.find({ where })).records)
  }
  return found
}

/** The menu items that link to a post or term. */
export async function itemsOfObject(
  store: StoreSession,
  type: 'post_type' | 'taxonomy',
  objectId: number,
): Promise<readonly PostRecord[]> {
  const linked = await valuesOf(store, menuItemKeys.objectId, objectId)
  if (linked.length === 0) return []
  const ofType = meta.and(meta.eq('kind', 'post'), meta.eq('key', menuItemKeys.type), meta.eq('value', type))
  const { records } = await store.posts.find({
    where: posts.and(
      posts.in(
        'id',
        linked.map(({ object }) => object),
      ),
      posts.eq('type', MENU_ITEMS),
      posts.exists(where.meta, { foreign: 'object', local: 'id' }, ofType),
    ),
  })
  return records
}
