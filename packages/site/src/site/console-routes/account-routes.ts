import { endpoint, type HandlerRequest, memoKey, objectSchema, type PermissionResult } from '@platen/core'
import { type UserRecord, usersIn } from '../../kernel/records/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { recordById } from '../../kernel/rest/index.js'
import type { LinkMail } from '../../people/account-links/index.js'
import { mayEditUser, noSuchUser } from '../../people/users/index.js'
import { CONSOLE_NAMESPACE, type ConsoleRoutesSite, callerOf } from './console-site.js'

const PATH = '/users/{id}'

const addressedUser = memoKey<Promise<UserRecord | undefined>>('user')

const schema = objectSchema('account', {
  id: { description: 'The identifier of the user.', type: 'integer' },
  locale: { description: "The language that the user has chosen; empty for the site's own.", type: 'string' },
  can_promote: { description: 'Whether the caller may change the roles of the user.', type: 'boolean' },
  can_delete: { description: 'Whether the caller may delete the user.', type: 'boolean' },
})

const args = { id: { description: 'The identifier of the user.', type: 'integer' } } as const

/**
 * The account of a user, for users who may edit it: data that `/users` does not show, ending all its sessions, and
 * mailing a link to set a new password.
 */
export function registerAccountRoutes(
  { content, context, registerRoute, sessions }: ConsoleRoutesSite,
  mail: LinkMail,
): void {
  const addressed = (request: HandlerRequest) =>
    request.once(addressedUser, () => recordById(usersIn(context.store), request.params['id']))
  const edited = async (request: HandlerRequest): Promise<UserRecord> => {
    const user = await addressed(request)
    if (user === undefined) throw noSuchUser()
    return user
  }
  const permission = async (request: HandlerRequest): Promise<PermissionResult> => {
    const { principal } = request
    const user = await addressed(request)
    if (user !== undefined) return mayEditUser(principal, user, {})
    // Only users who may edit all users may learn which ones exist.
    return principal.can('edit_users')
      ? noSuchUser()
      : refusal(request, 'rest_cannot_edit', 'You are not allowed to edit this user.')
  }
  const toEditUser = { args, requiresLogin: true, permission } as const

  registerRoute(CONSOLE_NAMESPACE, PATH, {
    schema,
    endpoints: [
      endpoint({
        ...toEditUser,
        methods: 'GET',
        responds: { shape: 'item' },
        async handler(request) {
          const user = await edited(request)
          const { principal } = request
          return {
            body: {
              id: user.id,
              locale: user.locale,
              can_promote: principal.can('promote_user', user),
              can_delete: principal.can('delete_user', user),
            },
          }
        },
      }),
    ],
  })
  registerRoute(CONSOLE_NAMESPACE, `${PATH}/sessions`, {
    responseSchema: objectSchema('ended-sessions', {
      deleted: { description: 'Whether all sessions have ended.', type: 'boolean' },
    }),
    endpoints: [
      endpoint({
        ...toEditUser,
        methods: 'DELETE',
        responds: { shape: 'item' },
        async handler(request) {
          await sessions.signOutEverywhere(await edited(request), callerOf(request))
          return { body: { deleted: true } }
        },
      }),
    ],
  })
  registerRoute(CONSOLE_NAMESPACE, `${PATH}/password-link`, {
    responseSchema: objectSchema('password-link', {
      sent: { description: 'Whether the link was mailed.', type: 'boolean' },
    }),
    endpoints: [
      endpoint({
        ...toEditUser,
        methods: 'POST',
        responds: { shape: 'item' },
        async handler(request) {
          const { id } = await edited(request)
          await content.passwordResets.invite(id, mail, callerOf(request))
          return { body: { sent: true } }
        },
      }),
    ],
  })
}
