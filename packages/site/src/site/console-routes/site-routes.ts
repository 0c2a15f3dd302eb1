import { endpoint, objectSchema } from '@platen/core'
import { mayGiveRoles } from '../../people/users/index.js'
import { CONSOLE_NAMESPACE, type ConsoleRoutesSite } from './console-site.js'

const siteSchema = objectSchema('console-site', {
  api_url: { description: "The URL of the interface's root.", type: 'string', format: 'uri' },
  title: { description: 'The title of the site.', type: 'string' },
  language: { description: 'The locale of the site.', type: 'string' },
  can_mail: { description: 'Whether links can be mailed: whether the site has a mailer.', type: 'boolean' },
})

const roleSchema = objectSchema('role', {
  slug: { description: 'The name of the role in the interface.', type: 'string' },
  name: { description: 'Its name for people.', type: 'string' },
  can_assign: { description: 'Whether the caller may give it to users.', type: 'boolean' },
})

/** The capabilities of users who may see the roles of users. */
const SEE_ROLES = ['list_users', 'create_users', 'promote_users', 'manage_options']

/** The site as a whole: `/site` for everybody, and `/roles`. */
export function registerSiteRoutes({ content, context, registerRoute }: ConsoleRoutesSite): void {
  registerRoute(CONSOLE_NAMESPACE, '/site', {
    schema: siteSchema,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        permission: 'public',
        async handler() {
          const options = await context.options()
          return {
            body: {
              api_url: context.apiUrl,
              title: options.text('title'),
              language: options.text('locale'),
              can_mail: content.passwordResets.isAvailable(),
            },
          }
        },
      }),
    ],
  })
  registerRoute(CONSOLE_NAMESPACE, '/roles', {
    schema: roleSchema,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list' },
        requiresLogin: true,
        permission: ({ principal }) => SEE_ROLES.some(capability => principal.can(capability)),
        handler: ({ principal }) => ({
          body: Object.entries(context.roles).map(([slug, { label }]) => ({
            slug,
            name: label,
            can_assign: mayGiveRoles(principal, [slug]),
          })),
        }),
      }),
    ],
  })
}
