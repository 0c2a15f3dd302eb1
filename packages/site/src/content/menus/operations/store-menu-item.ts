import { groupBy } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import {
  metaIn,
  type PostRecord,
  postsIn,
  whereAssignments,
  whereMeta,
  wherePosts,
} from '../../../kernel/records/index.js'
import { MENU_ITEMS, type MenuItem, menuItemKeys, menuItemOf } from '../menu-item.js'

/** The condition of the items of a menu. */
export const inMenu = (menu: number) =>
  wherePosts.and(
    wherePosts.eq('type', MENU_ITEMS),
    wherePosts.exists(whereAssignments, { foreign: 'object', local: 'id' }, whereAssignments.eq('term', menu)),
  )

const metaOf = (id: number) => whereMeta.and(whereMeta.eq('kind', 'post'), whereMeta.eq('object', id))

/** The stored data of a menu item. */
export async function loadMenuItem(store: StoreSession, post: Pick<PostRecord, 'id'>): Promise<MenuItem> {
  const { records } = await metaIn(store).find({ where: metaOf(post.id) })
  return menuItemOf(post, records)
}

/** Stores the data of a menu item. Call it in the transaction that stores the post. */
export async function storeMenuItem(store: StoreSession, id: number, values: MenuItem): Promise<void> {
  // An item cannot be its own parent. Longer loops, which clients create temporarily while sorting, must be handled by
  // code that shows menus.
  const item = values.parent === id ? { ...values, parent: 0 } : values
  const fields = Object.keys(menuItemKeys) as (keyof MenuItem)[]
  await metaIn(store).removeWhere(whereMeta.and(metaOf(id), whereMeta.in('key', Object.values(menuItemKeys))))
  await metaIn(store).insertMany(
    fields.map(field => ({ kind: 'post', object: id, key: menuItemKeys[field], value: item[field] })),
  )
}

/** The objects of the meta values of a key that are one of some ids, with this id; programs write ids as numbers or texts. */
async function objectsWith(
  store: StoreSession,
  key: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const orders = new Map<number, number>()
  // One by one, since a list of values of unlike types is not found by an index.
  for (const values of [ids, ids.map(String)]) {
    const { records } = await metaIn(store).find({
      where: whereMeta.and(whereMeta.eq('key', key), whereMeta.eq('kind', 'post'), whereMeta.in('value', values)),
    })
    for (const { object, value } of records) orders.set(object, Number(value))
  }
  return orders
}

/** The menu items that link to posts or terms, by the ids of their targets. */
export async function itemsOfObjects(
  store: StoreSession,
  type: 'post_type' | 'taxonomy',
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly PostRecord[]>> {
  const linked = ids.length === 0 ? undefined : await objectsWith(store, menuItemKeys.objectId, ids)
  if (linked === undefined || linked.size === 0) return new Map()
  const ofType = whereMeta.and(
    whereMeta.eq('kind', 'post'),
    whereMeta.eq('key', menuItemKeys.type),
    whereMeta.eq('value', type),
  )
  const { records } = await postsIn(store).find({
    where: wherePosts.and(
      wherePosts.in('id', [...linked.keys()]),
      wherePosts.eq('type', MENU_ITEMS),
      wherePosts.exists(whereMeta, { foreign: 'object', local: 'id' }, ofType),
    ),
  })
  return groupBy(records, ({ id }) => linked.get(id) ?? 0)
}
