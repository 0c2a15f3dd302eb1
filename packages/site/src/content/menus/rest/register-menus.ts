import { type HandlerRequest, type PermissionResult, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { collectionUrl, readonlyRoutes } from '../../../kernel/rest/index.js'
import { termFamily } from '../../terms/index.js'
import { taxonomies } from '../../types/index.js'
import { menuLocations } from '../menu-locations.js'
import type { MenuInput } from '../operations/menu-operations.js'
import { createMenu, deleteMenu, MENUS, updateMenu } from '../operations/menu-operations.js'
import { menuLocationResource } from './menu-location-resource.js'
import { checkLocations, menuResource } from './menu-resource.js'

/** Declares the routes of menus and of their locations. */
export function registerMenus(site: SiteContext): void {
  const taxonomy = site.get(taxonomies).require(MENUS)
  termFamily<MenuInput>(site, taxonomy, {
    resource: menuResource(site, taxonomy),
    // Clients of this interface send the description with every update, so an update without it clears it.
    input: () => ({ description: '' }),
    validators: { locations: checkLocations(site) },
    create: createMenu,
    update: updateMenu,
    remove: deleteMenu,
  })
  registerMenuLocations(site, collectionUrl(site, taxonomy))
}

const mayView = (request: HandlerRequest): PermissionResult =>
  request.principal.can('edit_theme_options') ||
  refusal(request, 'rest_cannot_view', 'You are not allowed to see menu locations.')

/** Declares the routes of menu locations, readonly; `menusUrl` is the URL of the collection of menus. */
function registerMenuLocations(site: SiteContext, menusUrl: string): void {
  const resource = menuLocationResource(site, menusUrl)
  const locations = site.get(menuLocations)

  readonlyRoutes(site, '/menu-locations', {
    resource,
    name: { arg: 'location', description: 'The name of a menu location.' },
    find: name => locations.get(name),
    notFound: () => new RestError('rest_menu_location_invalid', 'The menu location does not exist.', 404),
    list: { permission: mayView, records: () => locations.all(), keyOf: ({ name }) => name },
    read: { permission: (_, request) => mayView(request) },
  })
}
