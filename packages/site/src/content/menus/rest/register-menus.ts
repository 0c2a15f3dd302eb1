import { taxonomies } from '../../registrations/taxonomies.js'
import { collectionUrl } from '../../rest/collection-url.js'
import type { SiteContext } from '../../site-context.js'
import { termFamily } from '../terms/term-family.js'
import type { MenuInput } from './menu-input.js'
import { createMenu, deleteMenu, MENUS, updateMenu } from './menu-operations.js'
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
