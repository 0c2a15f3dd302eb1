import { checks, type OptionChecks } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { idsIn, type OptionSnapshot } from '../../kernel/options/index.js'
import { checkDefinition, Registrations } from '../../kernel/registrations/index.js'
import { isMap } from '../../kernel/text/index.js'

/** The options of a menu location. */
export interface MenuLocationOptions {
  /** A description for people. */
  readonly description: string
}

const locationChecks: OptionChecks<MenuLocationOptions> = { description: checks.required(checks.anyText) }

/** A location on the site's pages that shows the menu assigned to it. */
export interface MenuLocation extends MenuLocationOptions {
  readonly name: string
}

/** Checks and freezes a menu location. */
export function menuLocation(name: string, options: MenuLocationOptions): MenuLocation {
  checkDefinition(`the menu location ${name}`, options, locationChecks)
  return Object.freeze({ name, description: options.description })
}

/** The menu locations of a site. */
export const menuLocations = registrationKey(
  'menu locations',
  () => new Registrations<MenuLocation>('the menu location'),
)

/** The option that maps names of menu locations to ids of menus. */
const LOCATIONS_OPTION = 'nav_menu_locations'
/** The option with the ids of menus that get an item for new pages. */
export const AUTO_ADD_OPTION = 'nav_menu_auto_add'

type Assigned = Readonly<Record<string, number>>

const assignedIn = (stored: unknown): Assigned =>
  isMap(stored)
    ? (Object.fromEntries(Object.entries(stored).filter(([, id]) => typeof id === 'number')) as Assigned)
    : {}

/** The id of the menu that a location shows; 0 for none. */
export function menuOfLocation(options: Pick<OptionSnapshot, 'get'>, name: string): number {
  const assigned = assignedIn(options.get(LOCATIONS_OPTION))
  return Object.hasOwn(assigned, name) ? (assigned[name] ?? 0) : 0
}

/** The names of the registered locations that show a menu, in the order in which they were assigned. */
export const locationsOf = (site: SiteContext, options: Pick<OptionSnapshot, 'get'>, menu: number): readonly string[] =>
  Object.entries(assignedIn(options.get(LOCATIONS_OPTION))).flatMap(([name, id]) =>
    id === menu && site.get(menuLocations).has(name) ? [name] : [],
  )

/** Assigns a menu to exactly these locations. Call it in the transaction that stores the menu. */
export async function assignLocations(store: StoreSession, menu: number, names: readonly string[]): Promise<void> {
  const before = assignedIn(await store.options.get(LOCATIONS_OPTION))
  const unchanged = Object.entries(before).filter(([, id]) => id !== menu)
  const assigned = names.map(name => [name, menu] as const)
  if (assigned.length === 0 && unchanged.length === Object.keys(before).length) return
  await store.options.set(LOCATIONS_OPTION, Object.fromEntries([...unchanged, ...assigned]))
}

/** Sets the menus that some locations show. Call it in a transaction. */
export async function setLocations(store: StoreSession, menus: Assigned): Promise<void> {
  if (Object.keys(menus).length === 0) return
  await store.options.set(LOCATIONS_OPTION, { ...assignedIn(await store.options.get(LOCATIONS_OPTION)), ...menus })
}

/** Sets whether new pages get an item in a menu. Call it in the transaction that stores the menu. */
export async function setAutoAdd(store: StoreSession, menu: number, autoAdd: boolean): Promise<void> {
  const ids = idsIn(await store.options.get(AUTO_ADD_OPTION))
  if (ids.includes(menu) === autoAdd) return
  await store.options.set(AUTO_ADD_OPTION, autoAdd ? [...ids, menu] : ids.filter(id => id !== menu))
}
