import { defineResource, endpoint, pageReply, type Reply, RestError } from '@platen/core'
import { withExtraFields } from '../../rest/extra-fields.js'
import { emptyForNull } from '../../rest/null-arguments.js'
import type { SiteContext } from '../../site-context.js'
import { changingEndpoints, singleUser, type UserResource, userDraftOf, writtenUser } from './changing-endpoints.js'
import { createUser } from './save-user.js'
import { userChecks } from './user-checks.js'
import { userFields } from './user-fields.js'
import { userLinks, usersUrl } from './user-links.js'
import { userListArgs } from './user-list-args.js'
import { mayCreateUser, mayListUsers, mayReadUser, noSuchUser, userById, userWhoCalls } from './user-permissions.js'
import { userListQuery } from './user-query.js'
import { loadUserView } from './user-view.js'

/** The routes of users (specification section 1): the collection, one user, and the user who calls. */
export function registerUsers(site: SiteContext): void {
  const resource: UserResource = defineResource(
    withExtraFields(site, 'user', {
      title: 'user',
      fields: userFields(site),
      load: (users, needs, request) => loadUserView(site, users, needs, request),
      links: { of: (user, { principal }) => userLinks(site, user, principal) },
    }),
    site.names,
    site.dialect.schemaRules,
  )
  const schema = () => resource.schema
  const context = resource.contextArg()
  const id = { description: 'The identifier of the user.', type: 'integer' } as const
  const byId = userById(site)
  const caller = userWhoCalls(site)

  site.registry.route(site.namespace, '/users', {
    batch: true,
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: userListArgs(site, context),
        cacheable: true,
        permission: mayListUsers(site),
        async handler(request): Promise<Reply> {
          const { query, page, perPage } = userListQuery(site, request)
          const { records, total = 0 } = await site.store.users.find(query)
          return pageReply(
            { items: await resource.present(records, request), total, page, perPage },
            request,
            site.registry,
          )
        },
      }),
      endpoint({
        methods: 'POST',
        args: resource.createArgs(),
        validators: userChecks,
        skipValidation: resource.skipValidation,
        emptyForNull: emptyForNull(site, resource.createArgs()),
        permission: mayCreateUser,
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          if (request.params['id'] !== undefined)
            throw new RestError('rest_user_exists', 'A new user cannot bring an id.', 400)
          const user = await createUser(site, await userDraftOf(resource, request), request)
          const reply = await writtenUser(site, resource, user, request)
          return { ...reply, status: 201, headers: { Location: `${usersUrl(site)}/${user.id}` } }
        },
      }),
    ],
  })

  site.registry.route(site.namespace, '/users/{id}', {
    batch: true,
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { id, context },
        cacheable: true,
        permission: mayReadUser(site, byId),
        async handler(request): Promise<Reply> {
          const user = await byId(request)
          if (user === undefined) throw noSuchUser()
          return singleUser(resource, user, request)
        },
      }),
      ...changingEndpoints(site, resource, byId, { id }, false),
    ],
  })

  site.registry.route(site.namespace, '/users/me', {
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { context },
        requiresLogin: true,
        permission: 'public',
        async handler(request): Promise<Reply> {
          const user = await caller(request)
          if (user === undefined) throw new RestError('rest_not_logged_in', 'You are not signed in.', 401)
          return singleUser(resource, user, request)
        },
      }),
      ...changingEndpoints(site, resource, caller, {}, true),
    ],
  })
}
