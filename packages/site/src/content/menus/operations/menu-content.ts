import type { Found, Query } from '@platen/storage'
import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import {
  type PostRecord,
  type PostRelations,
  type TermRecord,
  type TermRelations,
  wherePosts,
  whereTerms,
} from '../../../kernel/records/index.js'
import { postsContent } from '../../posts/index.js'
import { termsContent } from '../../terms/index.js'
import { MENU_ITEMS } from '../menu-item.js'
import type { MenuItemInput } from './menu-item-input.js'
import { createMenuItem, deleteMenuItem, updateMenuItem } from './menu-item-operations.js'
import type { MenuInput } from './menu-operations.js'
import { createMenu, deleteMenu, MENUS, updateMenu } from './menu-operations.js'

/** Menus in process, with the errors and events of requests. Menus are terms. */
export interface MenusContent {
  create(input: MenuInput, by: As): Promise<TermRecord>
  update(id: number, changes: MenuInput, by: AsOf): Promise<TermRecord>
  /** Deletes a menu with its items; resolves with the deleted menu. */
  delete(id: number, by: AsOf): Promise<TermRecord>
  /** Reads a menu; `undefined` if it does not exist or the actor may not read it. */
  get(id: number, by: As): Promise<TermRecord | undefined>
  /** Finds the menus that match a query and that the actor may read. */
  find<const W extends readonly (keyof TermRelations)[] = readonly []>(
    query: Query<TermRecord, W>,
    by: As,
  ): Promise<Found<TermRecord, TermRelations, W>>
}

const isMenu = whereTerms.eq('taxonomy', MENUS)

export function menusContent(calls: ContentCalls): MenusContent {
  const { run } = calls
  const { get, find } = termsContent(calls)
  return Object.freeze<MenusContent>({
    create: (input, by) => run(createMenu, input, by),
    update: (id, changes, by) => run(updateMenu, { ...changes, id, version: by.version }, by),
    delete: (id, by) => run(deleteMenu, { id, version: by.version }, by),
    async get(id, by) {
      const menu = await get(id, by)
      return menu?.taxonomy === MENUS ? menu : undefined
    },
    find: (query, by) => find({ ...query, where: whereTerms.and(query.where, isMenu) }, by),
  })
}

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
