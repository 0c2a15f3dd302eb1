import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { loadPostView, type PostNeed, type PostPage, type PostView } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import { type MenuItem, menuItemOf } from '../menu-item.js'
import { loadMenuItemObjects, type MenuItemObject } from '../menu-item-objects.js'

/** The data that fields and links of menu items may need besides the record; `objects` are their targets. */
export type MenuItemNeed = PostNeed | 'objects'

/** The data loaded for a page of menu items. */
export interface MenuItemView extends PostView {
  itemOf(post: PostRecord): MenuItem
  objectOf(post: PostRecord): MenuItemObject
}

/** Loads the needs of a page of menu items. */
export async function loadMenuItemView(
  site: SiteContext,
  type: PostType,
  page: PostPage<MenuItemNeed>,
): Promise<MenuItemView> {
  const view = await loadPostView(site, type, page)
  const items = new Map(page.posts.map(post => [post.id, menuItemOf(post, view.metaOf(post))]))
  const itemOf = (post: PostRecord) => items.get(post.id) ?? menuItemOf(post, [])
  const loaded = page.needs.has('objects') ? [...items.values()] : []
  const objectOf = await loadMenuItemObjects(site, loaded, view.principal)
  return { ...view, itemOf, objectOf: post => objectOf(itemOf(post)) }
}
