import { type HandlerRequest, linkTable, pageReply, type Reply, type Resource, RestError } from '@platen/core'
import { linkedKeys, linkNeeds } from '../../../content/meta/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { inTransaction } from '../../../kernel/operations/index.js'
import { type UserRecord, users, usersIn, whereUsers } from '../../../kernel/records/index.js'
import {
  type CrudFamily,
  containsId,
  crudEndpoints,
  crudRoutes,
  extraInput,
  findList,
  findPage,
  omittedMembers,
  preloadRecords,
  schemasOf,
  siteResource,
  withAddedArgs,
} from '../../../kernel/rest/index.js'
import type { UserInput } from '../operations/user-input.js'
import { createUser, deleteUser, hashPassword, updateUser } from '../operations/user-operations.js'
import { noSuchUser } from '../rules/user-access.js'
import {
  type AddressedUser,
  addressedUser,
  callingUser,
  mayCreate,
  mayDelete,
  mayListUsers,
  mayReadUser,
  mayUpdate,
  userById,
} from '../rules/user-permissions.js'
import { preloadShownUsers } from '../rules/user-visibility.js'
import {
  checkReassign,
  reassignArg,
  reassignedTo,
  shownTypesByName,
  userListArgs,
  userValidators,
  VALIDATED_LAST,
} from './user-args.js'
import { userFields } from './user-fields.js'
import { userListQuery } from './user-query.js'
import { loadUserView, userLinks, usersUrl } from './user-view.js'

type UserResource = Resource<UserRecord, UserInput, ReturnType<typeof userFields>>

/** The routes of users (specification section 1): the collection, one user, and the user who calls. */
export function registerUsers(site: SiteContext): void {
  const resource: UserResource = siteResource(site, 'user', {
    title: 'user',
    fields: userFields(site),
    load: (users, needs, request) => loadUserView(site, users, needs, request),
    omitted: (user, view) => omittedMembers(user, view.metaOf(user)),
    links: {
      needs: ['readers', ...linkNeeds(linkedKeys(site, 'user', ''))],
      ...linkTable(userLinks(site), site.names),
    },
  })
  const extras = extraInput(site, 'user')
  const input = async (request: HandlerRequest): Promise<UserInput> => {
    const sent: UserInput = { fields: extras(request) }
    await resource.apply(sent, request)
    return sent
  }
  const byId = userById(site)
  const family = userFamily(site, resource, byId, input)

  crudRoutes<UserRecord>(
    site,
    { namespace: site.namespace, path: '/users', batch: true },
    {
      ...family,
      list: {
        args: withAddedArgs(site, 'user', users, userListArgs(site, resource.contextArg())),
        shownArgs: site.dialect.listsTypesByName ? { has_published_posts: shownTypesByName(site) } : undefined,
        permission: mayListUsers(site),
        handler: request => listUsers(site, resource, request),
      },
      create: {
        validators: userValidators,
        validatedLast: VALIDATED_LAST,
        permission: mayCreate,
        async run(request) {
          if (containsId(request)) throw new RestError('rest_user_exists', 'A new user must not have an id.', 400)
          const values = await input(request)
          const user = await hashPassword(site, { ...values, login: values.login ?? '', email: values.email ?? '' })
          return inTransaction(site, tx => createUser(tx, site.principal(request), user), request.remoteAddress)
        },
      },
      read: { permission: mayReadUser(site, byId), preload: requests => preloadUsers(site, resource, requests) },
    },
  )

  const caller: CrudFamily<UserRecord> = {
    ...userFamily(site, resource, callingUser(site), input),
    requiresLogin: true,
    notFound: () => new RestError('rest_not_logged_in', 'You are not signed in.', 401),
    read: { permission: 'public' },
  }
  site.registry.route(site.namespace, '/users/me', {
    ...schemasOf(resource),
    endpoints: crudEndpoints(site, caller, {}).single,
  })
}

/** The common parts of the routes of one user, however a request addresses the user. */
function userFamily(
  site: SiteContext,
  resource: UserResource,
  find: AddressedUser,
  input: (request: HandlerRequest) => Promise<UserInput>,
): CrudFamily<UserRecord> {
  const target = ({ id }: UserRecord, request: HandlerRequest) => ({ id, version: request.expectedVersion })
  return {
    resource,
    id: 'The identifier of the user.',
    url: usersUrl(site),
    find,
    notFound: noSuchUser,
    update: {
      validators: userValidators,
      validatedLast: VALIDATED_LAST,
      permission: mayUpdate(find),
      async run(user, request) {
        const changes = await hashPassword(site, { ...(await input(request)), ...target(user, request) })
        return inTransaction(site, tx => updateUser(tx, site.principal(request), changes), request.remoteAddress)
      },
    },
    remove: {
      args: { reassign: reassignArg },
      validators: { reassign: checkReassign },
      skipValidation: ['reassign'],
      permission: mayDelete(find),
      force: 'Must be true: users have no trash.',
      trash: 'Users have no trash. Use force=true to delete them.',
      shownAs: 'edit',
      run(user, request) {
        const deletion = { ...target(user, request), reassignTo: reassignedTo(request.params['reassign']) }
        return inTransaction(site, tx => deleteUser(tx, site.principal(request), deletion), request.remoteAddress)
      },
    },
  }
}

async function preloadUsers(
  site: SiteContext,
  resource: UserResource,
  requests: readonly HandlerRequest[],
): Promise<void> {
  const users = await preloadRecords(requests, addressedUser, async ids => {
    const [first] = requests
    if (first === undefined) return []
    const condition = whereUsers.in('id', ids)
    return (
      await findList(site, first, limits => usersIn(site.store).find({ ...limits, where: condition }), ids.length)
    ).records
  })
  await preloadShownUsers(site, users)
  await resource.preload(users, 'id')
}

async function listUsers(site: SiteContext, resource: UserResource, request: HandlerRequest): Promise<Reply> {
  const { query, page, perPage } = await userListQuery(site, request)
  const { records, total, capped, cursor } = await findPage(site, request, usersIn(site.store), query)
  const items = await resource.present(records, request)
  return pageReply({ items, total, capped, cursor, page, perPage }, request, site.registry)
}
