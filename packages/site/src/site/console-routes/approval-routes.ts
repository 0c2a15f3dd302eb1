import { endpoint, objectSchema } from '@platen/core'
import { limitArgs } from '../../people/application-passwords/index.js'
import { CONSOLE_NAMESPACE, type ConsoleRoutesSite, callerOf, signedIn } from './console-site.js'

const uuid = { description: 'The UUID of the application password.', type: 'string', format: 'uuid' } as const

const schema = objectSchema('approval', {
  uuid,
  name: { description: 'Its name.', type: 'string' },
  password: { description: 'The application password, which is shown once.', type: 'string' },
})

/**
 * Creates a password for an application that the calling user approves. The client sends a new UUID for it, so that a
 * form that is sent twice creates only one: the second request is a 409 `application_password_exists`.
 */
export function registerApprovalRoutes({ content: { applicationPasswords }, registerRoute }: ConsoleRoutesSite): void {
  registerRoute(CONSOLE_NAMESPACE, '/approvals', {
    responseSchema: schema,
    endpoints: [
      endpoint({
        methods: 'POST',
        responds: { shape: 'item', status: 201 },
        args: {
          uuid: { ...uuid, required: true },
          name: { description: 'The name of the application password.', type: 'string', required: true },
          app_id: { description: 'The UUID of the application; empty if it has none.', type: 'string', default: '' },
          ...limitArgs,
        },
        requiresLogin: true,
        permission: signedIn,
        async handler(request) {
          const { principal, params, secure } = request
          const { name, uuid: id, app_id: appId, scopes, networks } = params
          const expires = params.expires == null ? null : new Date(params.expires)
          const input = { user: principal.id, name, appId, uuid: id, secure, scopes, expires, networks }
          const created = await applicationPasswords.create(input, callerOf(request))
          return { status: 201, body: { uuid: created.uuid, name: created.name, password: created.secret } }
        },
      }),
    ],
  })
}
