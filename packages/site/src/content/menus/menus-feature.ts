import { defineFeature, type Registering } from '../../kernel/features/index.js'
import { systemActor, type Tx } from '../../kernel/operations/index.js'
import { idsIn } from '../../kernel/options/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import { postCompanions } from '../posts/index.js'
import { postTypes } from '../types/index.js'
import {
  AUTO_ADD_OPTION,
  type MenuLocation,
  type MenuLocationOptions,
  menuLocation,
  menuLocations,
} from './menu-locations.js'
import { menuItemsContent, menusContent } from './operations/menu-content.js'
import { createMenuItem } from './operations/menu-item-operations.js'
import { registerMenuRemovals } from './operations/menu-removals.js'
import { inMenu, itemsOfObjects } from './operations/store-menu-item.js'
import { registerMenuItems } from './rest/register-menu-items.js'
import { registerMenus } from './rest/register-menus.js'

/** The registration call for locations of menus. */
export interface MenuRegistrations {
  /** Registers a location that menus can be assigned to. */
  registerMenuLocation(name: string, options: MenuLocationOptions): MenuLocation
}

/** Creates the call for a site. */
const menuRegistrations = ({ added }: Registering): MenuRegistrations => ({
  registerMenuLocation: (name, options) => added(menuLocations, name, menuLocation(name, options)),
})

/** Menus, their items, and the locations that show them. */
export const menusFeature = defineFeature({
  name: 'menus',
  registrations: menuRegistrations,
  setup(site) {
    registerMenuRemovals(site)
    site.context.get(postCompanions).push({ save: addToMenus })
  },
  content: calls => ({ menus: menusContent(calls), menuItems: menuItemsContent(calls) }),
  routes(site) {
    registerMenus(site)
    registerMenuItems(site)
  },
})

/** Adds a page that is now published, at the top level, to the menus that get an item for new pages. */
async function addToMenus(tx: Tx, post: PostRecord, before: PostRecord | undefined): Promise<void> {
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
