import { endpoint, type HandlerRequest, type PermissionResult, RestError } from '@platen/core'
import { menuLocations } from '../../registrations/menu-locations.js'
import { mapReply } from '../../rest/map-reply.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import { menuLocationResource } from './menu-location-resource.js'

const mayView = (request: HandlerRequest): PermissionResult =>
  request.principal.can('edit_theme_options') ||
  refusal(request, 'rest_cannot_view', 'You are not allowed to see menu locations.')

/** Declares the routes of menu locations, readonly; `menusUrl` is the URL of the collection of menus. */
export function registerMenuLocations(site: SiteContext, menusUrl: string): void {
  const resource = menuLocationResource(site, menusUrl)
  const locations = site.get(menuLocations)

  site.registry.route(site.namespace, '/menu-locations', {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        cacheable: true,
        args: { context: resource.contextArg() },
        permission: mayView,
        handler: request => mapReply(resource, locations.all(), ({ name }) => name, request),
      }),
    ],
  })

  site.registry.route(site.namespace, '/menu-locations/{location:[\\w-]+}', {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        cacheable: true,
        args: {
          context: resource.contextArg(),
          location: { description: 'The name of a menu location.', type: 'string' },
        },
        permission: mayView,
        handler(request) {
          const location = locations.get(request.params.location ?? '')
          if (location === undefined)
            throw new RestError('rest_menu_location_invalid', 'The menu location does not exist.', 404)
          return resource.reply(location, request)
        },
      }),
    ],
  })
}
