import { endpoint, RestError } from '@platen/core'
import { defineFeature } from '../../feature.js'
import { postTypes } from '../../registrations/post-types.js'
import { mapReply } from '../../rest/map-reply.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import { typeResource } from './type-resource.js'

/** Declares the routes of post types. */
function registerTypes(site: SiteContext): void {
  const resource = typeResource(site)
  const shown = site.get(postTypes).filter(type => type.showInRest)

  site.registry.route(site.namespace, '/types', {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        cacheable: true,
        args: { context: resource.contextArg() },
        permission: ({ params, principal }) => {
          if (params.context !== 'edit') return true
          if (shown.some(type => principal.can(type.capabilities.edit_posts))) return true
          return refusal(
            { principal },
            'rest_cannot_view',
            'You are not allowed to view post types in the edit context.',
          )
        },
        handler: request => {
          const editing = request.params.context === 'edit'
          const types = shown.filter(type => !editing || request.principal.can(type.capabilities.edit_posts))
          return mapReply(resource, types, type => type.name, request)
        },
      }),
    ],
  })

  site.registry.route(site.namespace, '/types/{type:[\\w-]+}', {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        cacheable: true,
        args: {
          context: resource.contextArg(),
          type: { description: 'The name of a post type.', type: 'string' },
        },
        permission: 'public',
        handler: request => {
          const type = site.get(postTypes).get(request.params.type ?? '')
          if (type === undefined) throw new RestError('rest_type_invalid', 'The post type does not exist.', 404)
          if (!type.showInRest) {
            throw refusal(request, 'rest_cannot_read_type', 'This post type is not available through REST.')
          }
          if (request.params.context === 'edit' && !request.principal.can(type.capabilities.edit_posts)) {
            throw refusal(request, 'rest_forbidden_context', 'You are not allowed to edit posts of this type.')
          }
          return resource.reply(type, request)
        },
      }),
    ],
  })
}

/** Post types, readonly. */
export const typesFeature = defineFeature({ name: 'types', routes: registerTypes })
