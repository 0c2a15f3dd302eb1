import type { Found, Query } from '@platen/storage'
import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type PostRecord, type PostRelations, wherePosts } from '../../../kernel/records/index.js'
import { postsContent } from '../../posts/index.js'
import { MENU_ITEMS } from '../menu-item.js'
import type { MenuItemInput } from './menu-item-input.js'
import { createMenuItem, deleteMenuItem, updateMenuItem } from './menu-item-operations.js'

/** Menu items in process, with the errors and events of requests. Menu items are posts. */
export interface MenuItemsContent {
  create(input: MenuItemInput, by: As): Promise<PostRecord>
  update(id: number, changes: MenuItemInput, by: AsOf): Promise<PostRecord>
  /** Deletes a menu item; resolves with the deleted item. */
  delete(id: number, by: AsOf): Promise<PostRecord>
  /** Reads a menu item; `undefined` if it does not exist or the actor may not read it. */
  get(id: number, by: As): Promise<PostRecord | undefined>
  /** Finds the menu items that match a query and that the actor may read. */
  find<const W extends readonly (keyof PostRelations)[] = readonly []>(
    query: Query<PostRecord, W>,
    by: As,
  ): Promise<Found<PostRecord, PostRelations, W>>
}

const isItem = wherePosts.eq('type', MENU_ITEMS)

export function menuItemsContent(calls: ContentCalls): MenuItemsContent {
  const { run } = calls
  const { get, find } = postsContent(calls)
  return Object.freeze<MenuItemsContent>({
    create: (input, by) => run(createMenuItem, input, by),
    update: (id, changes, by) => run(updateMenuItem, { ...changes, id, version: by.version }, by),
    delete: (id, by) => run(deleteMenuItem, { id, version: by.version }, by),
    async get(id, by) {
      const item = await get(id, by)
      return item?.type === MENU_ITEMS ? item : undefined
    },
    find: (query, by) => find({ ...query, where: wherePosts.and(query.where, isItem) }, by),
  })
}
