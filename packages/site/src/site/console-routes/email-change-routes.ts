import { endpoint, objectSchema } from '@platen/core'
import type { LinkMail } from '../../people/account-links/index.js'
import { CONSOLE_NAMESPACE, type ConsoleRoutesSite, callerOf, signedIn } from './console-site.js'

const PATH = '/email-change'

const email = { description: 'The new email address; null if there is none.', type: ['string', 'null'] } as const
const schema = objectSchema('email-change', { email })

/**
 * The new email address of the calling user, which takes effect when the user visits a link that is mailed to it. The
 * token of the link is sent only in bodies.
 */
export function registerEmailChangeRoutes(
  { content: { emailChanges }, registerRoute }: ConsoleRoutesSite,
  mail: LinkMail,
): void {
  const shared = { requiresLogin: true, permission: signedIn } as const

  registerRoute(CONSOLE_NAMESPACE, PATH, {
    schema,
    endpoints: [
      endpoint({
        ...shared,
        methods: 'GET',
        responds: { shape: 'item' },
        async handler(request) {
          const pending = await emailChanges.pending(request.principal.id, callerOf(request))
          return { body: { email: pending ?? null } }
        },
      }),
      endpoint({
        ...shared,
        methods: 'POST',
        responds: { shape: 'item', status: 202 },
        args: { email: { description: 'The new email address.', type: 'string', format: 'email', required: true } },
        async handler(request) {
          const { principal, params } = request
          await emailChanges.request({ user: principal.id, email: params.email, mail }, callerOf(request))
          return { status: 202, body: { email: params.email } }
        },
      }),
      endpoint({
        ...shared,
        methods: 'DELETE',
        responds: { shape: 'item' },
        async handler(request) {
          await emailChanges.cancel(request.principal.id, callerOf(request))
          return { body: { email: null } }
        },
      }),
    ],
  })
  registerRoute(CONSOLE_NAMESPACE, `${PATH}/confirmation`, {
    responseSchema: schema,
    endpoints: [
      endpoint({
        ...shared,
        methods: 'POST',
        responds: { shape: 'item' },
        args: { token: { description: 'The token of the link.', type: 'string', required: true } },
        async handler(request) {
          const user = await emailChanges.confirm(request.params.token, callerOf(request))
          return { body: { email: user.email } }
        },
      }),
    ],
  })
}
