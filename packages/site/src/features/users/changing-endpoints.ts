import { type Args, endpoint, type HandlerRequest, type Reply, type Resource, RestError } from '@platen/core'
import { deletionReply } from '../../rest/deletion-reply.js'
import { emptyForNull } from '../../rest/null-arguments.js'
import { replyToWrite } from '../../rest/report-failures.js'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from '../../storage/index.js'
import { deleteUser } from './delete-user.js'
import { checkReassign, reassignArg, reassignedTo } from './reassign.js'
import { updateUser } from './save-user.js'
import { userChecks } from './user-checks.js'
import { emptyUserDraft, type UserDraft } from './user-draft.js'
import type { userFields } from './user-fields.js'
import { type AddressedUser, mayDeleteUser, mayUpdateUser, noSuchUser } from './user-permissions.js'

/** Users as a resource. */
export type UserResource = Resource<UserRecord, UserDraft, ReturnType<typeof userFields>>

const stateOf = (user: UserRecord) => ({ version: user.version })

/** The answer for one user. */
export async function singleUser(resource: UserResource, user: UserRecord, request: HandlerRequest): Promise<Reply> {
  return { ...(await resource.reply(user, request)), state: stateOf(user) }
}

/** The answer to who has changed or made a user. */
export async function writtenUser(
  site: SiteContext,
  resource: UserResource,
  user: UserRecord,
  request: HandlerRequest,
): Promise<Reply> {
  return { ...(await replyToWrite(site, resource, user, request)), state: stateOf(user) }
}

/** What a request wants to change of a user. */
export async function userDraftOf(resource: UserResource, request: HandlerRequest): Promise<UserDraft> {
  const draft = emptyUserDraft()
  await resource.apply(draft, request)
  return draft
}

/** The endpoints that change one user, wherever the request tells whom. */
export function changingEndpoints(
  site: SiteContext,
  resource: UserResource,
  addressed: AddressedUser,
  args: Args,
  login: boolean,
) {
  const standing = async (request: HandlerRequest): Promise<UserRecord> => {
    const user = await addressed(request)
    if (user === undefined) throw noSuchUser()
    return user
  }
  const state = async (request: HandlerRequest) => stateOf(await standing(request))
  const update = endpoint({
    methods: ['POST', 'PUT', 'PATCH'],
    args: { ...args, ...resource.updateArgs() },
    validators: userChecks,
    skipValidation: resource.skipValidation,
    emptyForNull: emptyForNull(site, resource.updateArgs()),
    requiresLogin: login,
    permission: mayUpdateUser(addressed),
    body: { signedIn: true },
    state,
    async handler(request): Promise<Reply> {
      const user = await updateUser(site, await standing(request), await userDraftOf(resource, request), request)
      return writtenUser(site, resource, user, request)
    },
  })
  const remove = endpoint({
    methods: 'DELETE',
    args: {
      ...args,
      force: { description: 'Must be true: users have no trash.', type: 'boolean', default: false },
      reassign: reassignArg,
    } as Args,
    validators: { reassign: checkReassign },
    skipValidation: ['reassign'],
    requiresLogin: login,
    permission: mayDeleteUser(addressed),
    state,
    async handler(request): Promise<Reply> {
      const user = await standing(request)
      if (request.params['force'] !== true) {
        throw new RestError('rest_trash_not_supported', 'Users have no trash: deleting them takes "force=true".', 501)
      }
      const heir = reassignedTo(request.params['reassign'])
      return deletionReply(resource, user, request, 'edit', () => deleteUser(site, user, heir, request))
    },
  })
  return [update, remove]
}
