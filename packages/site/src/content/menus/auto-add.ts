import { systemActor, type Tx } from '../../kernel/operations/index.js'
import { idsIn } from '../../kernel/options/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import { postTypes } from '../types/index.js'
import { AUTO_ADD_OPTION } from './menu-options.js'
import { createMenuItem } from './operations/menu-item-operations.js'
import { inMenu, itemsOfObjects } from './operations/store-menu-item.js'

/** Adds a page that is now published, at the top level, to the menus that get an item for new pages. */
export async function addToMenus(tx: Tx, post: PostRecord, before: PostRecord | undefined): Promise<void> {
  if (post.status !== 'publish' || before?.status === 'publish' || post.parent !== 0) return
  if (tx.site.get(postTypes).get(post.type)?.addedToMenus !== true) return
  const menus = idsIn(await tx.store.options.get(AUTO_ADD_OPTION))
  if (menus.length === 0) return
  const items = ((await itemsOfObjects(tx.store, 'post_type', [post.id])).get(post.id) ?? []).map(({ id }) => id)
  for (const menu of menus) {
    const isThere =
      items.length > 0 && (await postsIn(tx.store).count(wherePosts.and(inMenu(menu), wherePosts.in('id', items)))) > 0
    if (isThere) continue
    await createMenuItem(tx, systemActor(tx.site), {
      type: 'post_type',
      object: post.type,
      objectId: post.id,
      menu,
      menuOrder: 0,
    })
  }
}
