import { RestError } from '@platen/core'
import { sanitizeName } from '@platen/rendering'
import { permit } from '../../../kernel/context/index.js'
import { defineOperation, reload, type Tx } from '../../../kernel/operations/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import {
  createTerm,
  deleteTerm,
  isTooLong,
  mayCreateTerm,
  mayEditTerm,
  noSuchTerm,
  type TermInput,
  type TermTarget,
  updateTerm,
} from '../../terms/index.js'
import { taxonomies } from '../../types/index.js'
import { assignLocations, menuLocations, setAutoAdd, setLocations } from '../menu-locations.js'
import { menuExists, nameTaken, noSuchLocation } from '../rules/menu-refusals.js'

/** The input of creating or changing a menu. Absent values do not change, or get their default. */
export interface MenuInput extends Pick<TermInput, 'name' | 'description' | 'parent' | 'meta' | 'fields'> {
  /** The names of all locations that show the menu; each stops showing its previous menu. */
  locations?: readonly string[]
  /** Whether new pages at the top level get an item at the end of the menu. */
  autoAdd?: boolean
}

/** Changes of a stored menu. */
interface MenuChanges extends MenuInput, TermTarget {}

/** The taxonomy whose terms are menus. */
export const MENUS = 'nav_menu'

/** The error for a term that is not a menu. */
const requireMenu = (menu: TermRecord): true => {
  if (menu.taxonomy !== MENUS) throw noSuchTerm()
  return true
}

/** Throws `menu_exists` if a menu other than `before` has the name, in any case. Its slug follows from the name. */
async function requireFreeName({ site, store }: Tx, requested: string, before?: TermTarget): Promise<void> {
  const name = sanitizeName(requested)
  if (name === '') return
  if (isTooLong(name)) throw new RestError('db_insert_error', 'The name of the menu is too long.', 400)
  const { and, eq, equalsText, ne } = whereTerms
  const taken = await termsIn(store).first({
    where: and(eq('taxonomy', MENUS), equalsText('name', name), ne('id', before?.id ?? 0)),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
  })
  if (taken !== undefined) throw before === undefined ? menuExists(taken.id) : nameTaken(site.dialect)
}

function requireLocations({ site }: Tx, names: readonly string[] = []): void {
  const unknown = names.find(name => !site.get(menuLocations).has(name))
  if (unknown !== undefined) throw noSuchLocation(unknown, 400)
}

async function storeOptions({ store }: Tx, { id }: TermRecord, { locations, autoAdd }: MenuInput): Promise<void> {
  if (locations !== undefined) await assignLocations(store, id, locations)
  if (autoAdd !== undefined) await setAutoAdd(store, id, autoAdd)
}

/** Creates a menu. Throws a `RestError` if it is forbidden or invalid. */
export const createMenu = defineOperation(async (tx, actor, input: MenuInput): Promise<TermRecord> => {
  const { locations: _locations, autoAdd: _autoAdd, name = '', ...term } = input
  permit(mayCreateTerm(tx.site.get(taxonomies).require(MENUS), actor))
  requireLocations(tx, input.locations)
  if (sanitizeName(name) === '') throw new RestError('empty_term_name', 'A menu must have a name.', 400)
  await requireFreeName(tx, name)
  const menu = await createTerm(tx, actor, { ...term, name, taxonomy: MENUS })
  await storeOptions(tx, menu, input)
  return menu
})

/** Changes a menu; its slug follows its name. Throws as `createMenu` does. */
export const updateMenu = defineOperation(
  async (tx, actor, { id, version, ...input }: MenuChanges): Promise<TermRecord> => {
    const { locations: _locations, autoAdd: _autoAdd, ...term } = input
    await reload(termsIn(tx.store), id, noSuchTerm, menu => requireMenu(menu) && mayEditTerm(actor, menu))
    requireLocations(tx, input.locations)
    if (term.name !== undefined) await requireFreeName(tx, term.name, { id })
    const menu = await updateTerm(tx, actor, { ...term, ...(term.name !== undefined && { slug: '' }), id, version })
    await storeOptions(tx, menu, input)
    return menu
  },
)

/**
 * Assigns menus to locations: `menus` maps names of locations to ids of menus. Other locations do not change. Throws a
 * `RestError` for locations and menus that do not exist, and if the actor may not change menus.
 */
export const assignMenuLocations = defineOperation(
  async (tx, actor, menus: Readonly<Record<string, number>>): Promise<void> => {
    requireLocations(tx, Object.keys(menus))
    for (const id of new Set(Object.values(menus)))
      await reload(termsIn(tx.store), id, noSuchTerm, menu => requireMenu(menu) && mayEditTerm(actor, menu))
    await setLocations(tx.store, menus)
  },
)

/** Deletes a menu with its items, and returns it. Its locations then show no menu. */
export const deleteMenu = defineOperation(async (tx, actor, { id, version }: TermTarget): Promise<TermRecord> => {
  await reload(termsIn(tx.store), id, noSuchTerm, requireMenu)
  return deleteTerm(tx, actor, { id, version })
})
