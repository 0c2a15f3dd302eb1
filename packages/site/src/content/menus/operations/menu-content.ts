import type { Found, Query } from '@platen/storage'
import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { type TermRecord, type TermRelations, whereTerms } from '../../../kernel/records/index.js'
import { termsContent } from '../../terms/index.js'
import type { MenuInput } from './menu-input.js'
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
