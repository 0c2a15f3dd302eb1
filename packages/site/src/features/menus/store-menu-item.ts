import type { MetaRecord } from '../../meta/meta-collection.js'
import { withoutLoops } from '../../operations/parent-loops.js'
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
export async function storeMenuItem(store: StoreSession, id: number, item: MenuItem): Promise<void> {
  const fields = Object.keys(menuItemKeys) as (keyof MenuItem)[]
  await store.meta.removeWhere(meta.and(metaOf(id), meta.in('key', Object.values(menuItemKeys))))
  await store.meta.insertMany(
    fields.map(field => ({ kind: 'post', object: id, key: menuItemKeys[field], value: item[field] })),
  )
}

async function parentOf(store: StoreSession, id: number): Promise<number> {
  const { records } = await store.meta.find({ where: meta.and(metaOf(id), meta.eq('key', menuItemKeys.parent)) })
  return menuItemOf({ id }, records).parent
}

/** The parent of an item, or 0 if the item would become its own ancestor. */
export async function cutItemLoop(store: StoreSession, id: number, parent: number): Promise<number> {
  if (parent === 0) return 0
  const [link] = await withoutLoops([{ id, parent }], each => parentOf(store, each))
  return link?.parent ?? 0
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

/** Moves the items below an item that is removed up to its parent. */
export async function raiseItemsBelow(store: StoreSession, id: number): Promise<void> {
  const below = await valuesOf(store, menuItemKeys.parent, id)
  if (below.length === 0) return
  const parent = await parentOf(store, id)
  for (const value of below) await store.meta.update(value.id, { value: value.object === parent ? 0 : parent })
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
