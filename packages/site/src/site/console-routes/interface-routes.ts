import { endpoint, objectSchema, RestError } from '@platen/core'
import { CONSOLE_NAMESPACE, type ConsoleRoutesSite, signedIn } from './console-site.js'

const methods = (description: string) => ({ description, type: 'array', items: { type: 'string' } }) as const

const schema = objectSchema('console-route', {
  pattern: { description: 'The pattern of the route that serves the path.', type: 'string' },
  parameters: {
    description: 'The parameters in the path.',
    type: 'object',
    properties: {},
    additionalProperties: { type: 'string' },
  },
  allowed: methods('The methods that the caller may use with the path.'),
  roles: {
    description: 'The methods that users of each role may use with it, for callers who administer the site.',
    type: 'array',
    items: {
      type: 'object',
      properties: {
        slug: { description: 'The name of the role; empty for anonymous callers.', type: 'string' },
        name: { description: 'Its name for people.', type: 'string' },
        allowed: methods('The methods.'),
      },
    },
  },
})

/** In characters. */
const MAX_PATH = 1000

/** Owns nothing, and is nobody's id. */
const NOBODY = Number.MAX_SAFE_INTEGER

/** The interface itself: `/route`, the route of a path and who may call it. */
export function registerInterfaceRoutes({ context, registerRoute }: ConsoleRoutesSite): void {
  const { registry, roles } = context
  registerRoute(CONSOLE_NAMESPACE, '/route', {
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: {
          path: { description: 'A path of the interface.', type: 'string', required: true, maxLength: MAX_PATH },
        },
        requiresLogin: true,
        permission: signedIn,
        async handler(request) {
          const { path } = request.params
          const match = registry.dispatchContext.router.match(path, 'OPTIONS')
          if (match === undefined) throw new RestError('rest_no_route', 'No route has this path.', 404)
          const allowedTo = async (principal = request.principal) => {
            const { headers } = await registry.dispatch({ method: 'OPTIONS', path, principal })
            return (headers['Allow'] ?? '').split(', ').filter(method => method !== '')
          }
          const principal = context.principal(request)
          const body = { pattern: match.route.path.pattern, parameters: match.params, allowed: await allowedTo() }
          const { user } = principal
          if (user === undefined || !principal.can('manage_options')) return { body }
          const ofRole = (slug: string) => context.principalOf({ ...user, id: NOBODY, roles: [slug], capabilities: {} })
          const all = Object.entries(roles).map(async ([slug, { label }]) => {
            return { slug, name: label, allowed: await allowedTo(ofRole(slug)) }
          })
          const everybody = { slug: '', name: '', allowed: await allowedTo(context.principalOf(undefined)) }
          return { body: { ...body, roles: [...(await Promise.all(all)), everybody] } }
        },
      }),
    ],
  })
}
