import type { SiteContext } from '../../../kernel/context/index.js'
import { collectionUrl } from '../../../kernel/rest/index.js'
import { termFamily } from '../../terms/index.js'
import { taxonomies } from '../../types/index.js'
import type { MenuInput } from '../operations/menu-input.js'
import { createMenu, deleteMenu, MENUS, updateMenu } from '../operations/menu-operations.js'
import { checkLocations, menuResource } from './menu-resource.js'
import { registerMenuLocations } from './register-menu-locations.js'

/** Declares the routes of menus and of their locations. */
export function registerMenus(site: SiteContext): void {
  const taxonomy = site.get(taxonomies).require(MENUS)
  termFamily<MenuInput>(site, taxonomy, {
    resource: menuResource(site, taxonomy),
    input: () => ({}),
    validators: { locations: checkLocations(site) },
    create: createMenu,
    // Clients of this interface send the description with every update, so an update without it clears it.
    update: (tx, actor, input) => updateMenu(tx, actor, { ...input, description: input.description ?? '' }),
    remove: deleteMenu,
  })
  registerMenuLocations(site, collectionUrl(site, taxonomy))
}
