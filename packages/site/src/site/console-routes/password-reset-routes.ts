import { endpoint, objectSchema } from '@platen/core'
import { invalidToken, type LinkMail } from '../../people/account-links/index.js'
import { CONSOLE_NAMESPACE, type ConsoleRoutesSite } from './console-site.js'

const PATH = '/password-resets'

const token = { description: 'The token of the link.', type: 'string', required: true } as const
const userSchema = objectSchema('password-reset', {
  login: { description: 'The login of the user whose password it is.', type: 'string' },
})

/**
 * Public routes to set a new password by a mailed link, limited by the network of the client. Tokens are sent only in
 * bodies, so that no URL and no log contains them.
 */
export function registerPasswordResetRoutes(
  { content: { passwordResets }, registerRoute }: ConsoleRoutesSite,
  mail: LinkMail,
): void {
  registerRoute(CONSOLE_NAMESPACE, PATH, {
    responseSchema: objectSchema('requested-password-reset', {
      accepted: { description: 'Whether a link is mailed if there is such an account.', type: 'boolean' },
    }),
    endpoints: [
      endpoint({
        methods: 'POST',
        responds: { shape: 'item', status: 202 },
        args: { login: { description: 'A login or an email address.', type: 'string', required: true } },
        permission: 'public',
        async handler({ params: { login }, remoteAddress }) {
          await passwordResets.request({ login, mail, remoteAddress })
          return { status: 202, body: { accepted: passwordResets.isAvailable() } }
        },
      }),
    ],
  })
  registerRoute(CONSOLE_NAMESPACE, `${PATH}/lookup`, {
    responseSchema: userSchema,
    endpoints: [
      endpoint({
        methods: 'POST',
        responds: { shape: 'item' },
        args: { token },
        permission: 'public',
        async handler({ params }) {
          const user = await passwordResets.find(params.token)
          if (user === undefined) throw invalidToken()
          return { body: { login: user.login } }
        },
      }),
    ],
  })
  registerRoute(CONSOLE_NAMESPACE, `${PATH}/completion`, {
    responseSchema: userSchema,
    endpoints: [
      endpoint({
        methods: 'POST',
        responds: { shape: 'item' },
        args: { token, password: { description: 'The new password.', type: 'string', required: true } },
        permission: 'public',
        async handler({ params, remoteAddress }) {
          const user = await passwordResets.complete({ ...params, remoteAddress })
          return { body: { login: user.login } }
        },
      }),
    ],
  })
}
