import { type Args, defineResource, endpoint, type HandlerRequest, pageReply, type Reply, type Resource, RestError } from '@platen/core'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from '../../storage/index.js'
import { withExtraFields } from '../extra-fields.js'
import { checkHeir, deleteUser } from './delete-user.js'
import { checkReassign, reassignArg, reassignedTo } from './reassign.js'
import { createUser, updateUser } from './save-user.js'
import { userChecks } from './user-checks.js'
import { emptyUserDraft, type UserDraft } from './user-draft.js'
import { userFields } from './user-fields.js'
import { userLinks, usersUrl } from './user-links.js'
import { userListArgs } from './user-list-args.js'
import {
  type AddressedUser,
  mayCreateUser,
  mayDeleteUser,
  mayListUsers,
  mayReadUser,
  mayUpdateUser,
  noSuchUser,
  userById,
  userWhoCalls,
} from './user-permissions.js'
import { userListQuery } from './user-query.js'
import { loadUserView, type UserNeed, type UserView } from './user-view.js'

type UserResource = Resource<UserRecord, UserDraft>

const stateOf = (user: UserRecord) => ({ version: user.version })

async function single(resource: UserResource, user: UserRecord, request: HandlerRequest, context?: 'edit'): Promise<Reply> {
  return { ...(await resource.reply(user, request, context)), state: stateOf(user) }
}

async function draftOf(resource: UserResource, request: HandlerRequest): Promise<UserDraft> {
  const draft = emptyUserDraft()
  await resource.apply(draft, request)
  return draft
}

/** The endpoints that change one user, wherever the request tells whom. */
function changingEndpoints(site: SiteContext, resource: UserResource, addressed: AddressedUser, args: Args, login: boolean) {
  const standing = async (request: HandlerRequest): Promise<UserRecord> => {
    const user = await addressed(request)
    if (user === undefined) throw noSuchUser()
    return user
  }
  const state = async (request: HandlerRequest) => stateOf(await standing(request))
  const update = endpoint({
    methods: ['POST', 'PUT', 'PATCH'],
    args: { ...args, ...resource.updateArgs() },
    checks: userChecks,
    unchecked: resource.unchecked,
    login,
    permission: mayUpdateUser(addressed),
    state,
    async handler(request): Promise<Reply> {
      const user = await updateUser(site, await standing(request), await draftOf(resource, request), request)
      return single(resource, user, request, 'edit')
    },
  })
  const remove = endpoint({
    methods: 'DELETE',
    args: {
      ...args,
      force: { description: 'Must be true: users have no trash.', type: 'boolean', default: false },
      reassign: reassignArg,
    } as Args,
    checks: { reassign: checkReassign },
    unchecked: ['reassign'],
    login,
    permission: mayDeleteUser(addressed),
    state,
    async handler(request): Promise<Reply> {
      const user = await standing(request)
      if (request.params['force'] !== true) {
        throw new RestError('rest_trash_not_supported', 'Users have no trash: deleting them takes "force=true".', 501)
      }
      const heir = reassignedTo(request.params['reassign'])
      await checkHeir(site, user, heir)
      const { body: previous } = await resource.reply(user, { ...request, fields: request.fields.below('previous') }, 'edit')
      await deleteUser(site, user, heir, request.expectedVersion)
      return { body: { deleted: true, previous } }
    },
  })
  return [update, remove]
}

/** The routes of users (specification section 1): the collection, one user, and the user who calls. */
export function registerUsers(site: SiteContext): void {
  const resource: UserResource = defineResource(
    withExtraFields<UserRecord, UserView, UserNeed, UserDraft>(site, 'user', {
      title: 'user',
      fields: userFields(site),
      load: (users, needs, request) => loadUserView(site, users, needs, request),
      links: { of: (user, { principal }) => userLinks(site, user, principal) },
    }),
    site.names,
  )
  const schema = () => resource.schema
  const context = resource.contextArg()
  const id = { description: 'The identifier of the user.', type: 'integer' } as const
  const byId = userById(site)
  const caller = userWhoCalls(site)

  site.registry.route(site.namespace, '/users', {
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: userListArgs(site, context),
        pure: true,
        permission: mayListUsers(site),
        async handler(request): Promise<Reply> {
          const { query, page, perPage } = userListQuery(site, request)
          const { records, total = 0 } = await site.store.users.find(query)
          return pageReply({ items: await resource.present(records, request), total, page, perPage }, request, site.registry)
        },
      }),
      endpoint({
        methods: 'POST',
        args: resource.createArgs(),
        checks: userChecks,
        unchecked: resource.unchecked,
        permission: mayCreateUser,
        async handler(request): Promise<Reply> {
          if (request.params['id'] !== undefined) throw new RestError('rest_user_exists', 'A new user cannot bring an id.', 400)
          const user = await createUser(site, await draftOf(resource, request), request)
          const reply = await single(resource, user, request, 'edit')
          return { ...reply, status: 201, headers: { Location: `${usersUrl(site)}/${user.id}` } }
        },
      }),
    ],
  })

  site.registry.route(site.namespace, '/users/{id}', {
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { id, context } as Args,
        pure: true,
        permission: mayReadUser(site, byId),
        async handler(request): Promise<Reply> {
          const user = await byId(request)
          if (user === undefined) throw noSuchUser()
          return single(resource, user, request)
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
        args: { context } as Args,
        login: true,
        permission: 'public',
        async handler(request): Promise<Reply> {
          const user = await caller(request)
          if (user === undefined) throw new RestError('rest_not_logged_in', 'You are not signed in.', 401)
          return single(resource, user, request)
        },
      }),
      ...changingEndpoints(site, resource, caller, {}, true),
    ],
  })
}
