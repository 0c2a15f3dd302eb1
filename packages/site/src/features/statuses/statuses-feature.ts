import { endpoint, type HandlerRequest, type PermissionResult, RestError } from '@platen/core'
import { defineFeature } from '../../feature.js'
import type { PostStatus } from '../../registrations/statuses.js'
import { postStatuses } from '../../registrations/statuses.js'
import { mapReply } from '../../rest/map-reply.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import { writesPosts } from '../posts/writes-posts.js'
import { statusResource } from './status-resource.js'

/** Declares the routes of post statuses. */
function registerStatuses(site: SiteContext): void {
  const resource = statusResource(site)
  const mayRead = (status: PostStatus, request: HandlerRequest) =>
    status.public || (status.showInRest && writesPosts(site, request.principal))

  site.registry.route(site.namespace, '/statuses', {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        cacheable: true,
        args: { context: resource.contextArg() },
        permission: request => {
          if (request.params.context !== 'edit' || writesPosts(site, request.principal)) return true
          return refusal(request, 'rest_cannot_view', 'You are not allowed to view statuses in the edit context.')
        },
        handler: request =>
          mapReply(
            resource,
            site.get(postStatuses).filter(status => mayRead(status, request)),
            status => status.name,
            request,
          ),
      }),
    ],
  })

  site.registry.route(site.namespace, '/statuses/{status:[\\w-]+}', {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        cacheable: true,
        args: {
          context: resource.contextArg(),
          status: { description: 'The name of a status.', type: 'string' },
        },
        permission: (request): PermissionResult => {
          const status = site.get(postStatuses).get(request.params.status ?? '')
          if (status === undefined) return unknownStatus()
          if (mayRead(status, request)) return true
          return refusal(request, 'rest_cannot_read_status', 'You are not allowed to see this status.')
        },
        handler: request => {
          const status = site.get(postStatuses).get(request.params.status ?? '')
          if (status === undefined) throw unknownStatus()
          return resource.reply(status, request)
        },
      }),
    ],
  })
}

const unknownStatus = () => new RestError('rest_status_invalid', 'The status does not exist.', 404)

/** Post statuses, readonly. */
export const statusesFeature = defineFeature({ name: 'statuses', routes: registerStatuses })
