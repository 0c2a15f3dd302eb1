import { endpoint, type HandlerRequest, objectSchema, type PermissionResult } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { directorySizesOf, directorySizesSchema } from './directory-sizes.js'
import { badgeColors, type HealthResult, type HealthTest, healthTests, paragraphs } from './health-tests.js'

/** The time limit of a test, in milliseconds. */
const TEST_TIMEOUT = 20_000

const readonlyText = (description: string) => ({ description, type: 'string', readonly: true }) as const

const resultSchema = (site: SiteContext) => () =>
  objectSchema(`${site.dialect.prefix}-site-health-test`, {
    test: readonlyText('The name of the test.'),
    label: readonlyText('The result in one sentence.'),
    status: { ...readonlyText('The status.'), enum: ['good', 'recommended', 'critical'] },
    badge: {
      description: 'What the test is about.',
      type: 'object',
      readonly: true,
      properties: {
        label: readonlyText('The category.'),
        color: { ...readonlyText('Its color.'), enum: badgeColors },
      },
    },
    description: readonlyText('What the result means, as HTML.'),
    actions: readonlyText('Links to what can be done, as HTML.'),
  })

/** Tests that are described only where every route has a schema. */
const UNDESCRIBED: ReadonlySet<string> = new Set(['page-cache'])

/** Who may view the site health. */
function mayView(request: HandlerRequest): PermissionResult {
  return (
    request.principal.can('view_site_health_checks') ||
    refusal(request, 'rest_forbidden', 'You are not allowed to view the site health.')
  )
}

const notCompleted = (reason: string): HealthResult => ({
  status: 'recommended',
  label: 'The test could not be completed',
  description: paragraphs(reason),
})

/** Runs a test for a limited time. */
async function resultOf(site: SiteContext, test: HealthTest, request: HandlerRequest): Promise<HealthResult> {
  const signal = AbortSignal.timeout(TEST_TIMEOUT)
  const late = new Promise<HealthResult>(resolve =>
    signal.addEventListener('abort', () => resolve(notCompleted('It took too long.'))),
  )
  try {
    return await Promise.race([test.run({ site, request, signal }), late])
  } catch (error) {
    site.reportError(error, { method: request.method, path: request.path })
    return notCompleted('An error was reported.')
  }
}

/** The permission of a test, which reports the tested data to the test's own requests. */
function mayRun(site: SiteContext, test: HealthTest, request: HandlerRequest): PermissionResult {
  const permitted = mayView(request)
  if (permitted === true) return true
  const refused = test.refuse(request)
  if (refused !== undefined) return refused
  // A dialect's error for anonymous callers comes after that of the test.
  const { loginRequired } = site.dialect
  return !request.principal.authenticated && loginRequired !== undefined ? loginRequired() : permitted
}

/** Declares a route for each test, and the one of the sizes. */
export function registerSiteHealth(site: SiteContext): void {
  const namespace = `${site.dialect.prefix}-site-health/v1`
  const schema = resultSchema(site)
  for (const test of site.get(healthTests).all())
    site.registry.route(namespace, `/tests/${test.name}`, {
      ...(UNDESCRIBED.has(test.name) ? { responseSchema: schema } : { schema }),
      endpoints: [
        endpoint({
          methods: 'GET',
          responds: { shape: 'item', example: false },
          permission: request => mayRun(site, test, request),
          async handler(request) {
            const { status, label, description, actions = '' } = await resultOf(site, test, request)
            const badge = { label: test.category, color: test.color }
            const name = test.name.replaceAll('-', '_')
            return { body: { label, status, badge, description, actions, test: name } }
          },
        }),
      ],
    })
  site.registry.route(namespace, '/directory-sizes', {
    responseSchema: directorySizesSchema(site),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item', example: false },
        requiresLogin: true,
        permission: mayView,
        handler: async () => ({ body: await directorySizesOf(site) }),
      }),
    ],
  })
}
