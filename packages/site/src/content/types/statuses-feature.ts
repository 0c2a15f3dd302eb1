import { type HandlerRequest, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { readonlyRoutes } from '../../kernel/rest/index.js'
import { statusResource } from './status-resource.js'
import { type PostStatus, postStatuses } from './statuses.js'
import { writesPosts } from './writes-posts.js'

/** Declares the routes of post statuses. */
function registerStatuses(site: SiteContext): void {
  const resource = statusResource(site)
  const mayRead = (status: PostStatus, request: HandlerRequest) =>
    status.showInRest && (status.public || writesPosts(site, request.principal))

  const unknown = () => new RestError('rest_status_invalid', 'The status does not exist.', 404)

  readonlyRoutes(site, '/statuses', {
    resource,
    name: { arg: 'status', description: 'The name of a status.' },
    find: name => site.get(postStatuses).get(name),
    notFound: unknown,
    list: {
      permission: request =>
        request.params['context'] !== 'edit' ||
        writesPosts(site, request.principal) ||
        refusal(request, 'rest_cannot_view', 'You are not allowed to view statuses in the edit context.'),
      records: request => site.get(postStatuses).filter(status => mayRead(status, request)),
      keyOf: status => status.name,
    },
    read: {
      permission(status, request) {
        if (status === undefined) return unknown()
        if (mayRead(status, request)) return true
        return refusal(request, 'rest_cannot_read_status', 'You are not allowed to see this status.')
      },
    },
  })
}

/** Post statuses, readonly. */
export const statusesFeature = defineFeature({ name: 'statuses', routes: registerStatuses })
