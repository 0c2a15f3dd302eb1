import { groupBy } from '@platen/core'
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
  // An item cannot be its own parent. Longer loops, which clients create temporarily while sorting, must be handled by
  // code that shows menus.
  const item = given.parent === id ? { ...given, parent: 0 } : given
  const fields = Object.keys(menuItemKeys) as (keyof MenuItem)[]
  await store.meta.removeWhere(meta.and(metaOf(id), meta.in('key', Object.values(menuItemKeys))))
  await store.meta.insertMany(
    fields.map(field => ({ kind: 'post', object: id, key: menuItemKeys[field], value: item[field] })),
  )
}

/** The objects of the meta values of a key that are one of some ids, with this id; programs write ids as numbers or texts. */
async function objectsWith(
  store: StoreSession,
  key: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  // One by one, since a list of values of unlike types is not found by an index.
  for (const values of [ids, ids.map(String)]) {
    const { records } = await store.meta.find({
      where: meta.and(meta.eq('key', key), meta.eq('kind', 'post'), meta.in('value', values)),
    })
    for (const { object, value } of records) found.set(object, Number(value))
  }
  return found
}

/** The menu items that link to posts or terms, by the ids of their targets. */
export async function itemsOfObjects(
  store: StoreSession,
  type: 'post_type' | 'taxonomy',
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly PostRecord[]>> {
  const linked = ids.length === 0 ? undefined : await objectsWith(store, menuItemKeys.objectId, ids)
  if (linked === undefined || linked.size === 0) return new Map()
  const ofType = meta.and(meta.eq('kind', 'post'), meta.eq('key', menuItemKeys.type), meta.eq('value', type))
  const { records } = await store.posts.find({
    where: posts.and(
      posts.in('id', [...linked.keys()]),
      posts.eq('type', MENU_ITEMS),
      posts.exists(where.meta, { foreign: 'object', local: 'id' }, ofType),
    ),
  })
  return groupBy(records, ({ id }) => linked.get(id) ?? 0)
}
