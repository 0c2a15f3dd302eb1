import { type HandlerRequest, type PermissionResult, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { readonlyRoutes } from '../../../kernel/rest/index.js'
import { menuLocations } from '../menu-locations.js'
import { menuLocationResource } from './menu-location-resource.js'

const mayView = (request: HandlerRequest): PermissionResult =>
  request.principal.can('edit_theme_options') ||
  refusal(request, 'rest_cannot_view', 'You are not allowed to see menu locations.')

/** Declares the routes of menu locations, readonly; `menusUrl` is the URL of the collection of menus. */
export function registerMenuLocations(site: SiteContext, menusUrl: string): void {
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
