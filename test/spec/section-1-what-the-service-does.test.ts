import { samplePath, simplified } from './route-patterns.js'
import { bodyOf, section } from './specified.js'

interface Described {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: object }[]
  readonly schema?: {
    readonly title: string
    readonly type: string
    readonly properties: object
    readonly $schema: string
  }
}

const spec = section('1')

/** The routes below `cms/v2`, as the specification writes them. */
const RESOURCES = [
  ...['posts', 'pages', 'blocks', 'navigation', 'templates', 'template-parts'].flatMap(list => [
    list,
    `${list}/{id}`,
    `${list}/{parent}/revisions`,
    `${list}/{parent}/revisions/{id}`,
    `${list}/{id}/autosaves`,
    `${list}/{parent}/autosaves/{id}`,
  ]),
  ...['menu-items', 'menu-items/{id}', 'menu-items/{id}/autosaves', 'menu-items/{parent}/autosaves/{id}'],
  ...['media', 'media/{id}', 'media/{id}/post-process', 'media/{id}/edit', 'templates/lookup'],
  ...['types', 'types/{type}', 'statuses', 'statuses/{status}', 'taxonomies', 'taxonomies/{taxonomy}'],
  ...['categories', 'categories/{id}', 'tags', 'tags/{id}', 'menus', 'menus/{id}'],
  ...['menu-locations', 'menu-locations/{location}', 'users', 'users/{id}', 'users/me'],
  'users/{user_id}/application-passwords',
  'users/{user_id}/application-passwords/introspect',
  'users/{user_id}/application-passwords/{uuid}',
  ...['comments', 'comments/{id}', 'search', 'settings', 'block-renderer/{name}'],
  ...['block-types', 'block-types/{namespace}', 'block-types/{namespace}/{name}'],
  'global-styles/themes/{stylesheet}',
  'global-styles/{id}',
  'global-styles/{parent}/revisions',
  'global-styles/{parent}/revisions/{id}',
  ...['themes', 'themes/{stylesheet}', 'plugins', 'plugins/{plugin}', 'sidebars', 'sidebars/{id}'],
  ...['widget-types', 'widget-types/{id}', 'widget-types/{id}/encode', 'widget-types/{id}/render'],
  ...['widgets', 'widgets/{id}', 'block-directory/search', 'pattern-directory/patterns'],
  ...['block-patterns/patterns', 'block-patterns/categories', 'font-families', 'font-families/{id}'],
  'font-families/{font_family_id}/font-faces',
  'font-families/{font_family_id}/font-faces/{id}',
  ...['font-collections', 'font-collections/{slug}', 'icons', 'icons/{collection}', 'icons/{name}'],
  ...['icon-collections', 'icon-collections/{slug}', 'view-config'],
]

const HEALTH_TESTS = [
  'background-updates',
  'loopback-requests',
  'https-status',
  'dotorg-communication',
  'authorization-header',
  'page-cache',
]

/** All routes of the table. */
const ROUTES = [
  '/',
  '/batch/v1',
  ...['/oembed/1.0', '/oembed/1.0/embed', '/oembed/1.0/proxy'],
  '/cms/v2',
  ...RESOURCES.map(route => `/cms/v2/${route}`),
  '/cms-site-health/v1',
  ...HEALTH_TESTS.map(test => `/cms-site-health/v1/tests/${test}`),
  '/cms-site-health/v1/directory-sizes',
  '/cms-block-editor/v1',
  ...['url-details', 'export', 'navigation-fallback'].map(route => `/cms-block-editor/v1/${route}`),
  '/cms-abilities/v1',
  ...['abilities', 'abilities/{name}', 'abilities/{name}/run', 'categories', 'categories/{slug}'].map(
    route => `/cms-abilities/v1/${route}`,
  ),
]

spec('GET {base_url}/ returns a description of the whole interface', async (t, { send }) => {
  const { status, body } = await send('GET //', { as: 'anonymous' })
  t.equal(status, 200)
  const root = bodyOf({ body })
  for (const name of ['name', 'description', 'url', 'home']) t.type(root[name], 'string', name)
  t.ok(Array.isArray(root['namespaces']) && root['namespaces'].every(each => typeof each === 'string'))
  t.match(root['namespaces'], ['batch/v1', 'cms/v2'])
  t.type(root['authentication'], 'object')
  t.type(root['routes'], 'object')
})

spec('the routes of the table', async (t, { send }) => {
  const { routes } = bodyOf<{ routes: Record<string, Described> }>(await send('GET //'))
  const there = new Set(Object.keys(routes).map(simplified))
  for (const route of ROUTES) t.ok(there.has(route), route)
})

spec(
  'OPTIONS on any route returns namespace, methods, endpoints and the schema of the resource',
  async (t, { send }) => {
    const { routes } = bodyOf<{ routes: Record<string, Described> }>(await send('GET //'))
    for (const [pattern, { namespace }] of Object.entries(routes)) {
      const path = samplePath(pattern)
      const { status, body } = await send(`OPTIONS /${path}`)
      const described = bodyOf<Described>({ body })
      t.equal(status, 200, path)
      t.equal(described.namespace, namespace, path)
      t.ok(described.methods.length > 0, path)
      for (const { methods, args } of described.endpoints) {
        t.ok(Array.isArray(methods), path)
        t.type(args, 'object', path)
      }
      // Like the recorded contract, one route names the meta-schema without its version.
      const $schema = path.includes('/block-renderer/') ? /json-schema\.org\/schema#$/ : /draft-04/
      t.match(described.schema, { $schema, title: String, properties: Object }, path)
      // A file may be anything.
      if (!path.endsWith('/export')) t.equal(described.schema?.type, 'object', path)
    }
  },
)

spec('GET on the root of a namespace returns a description of the nested routes', async (t, { send }) => {
  const index = bodyOf<{ namespace: string; routes: Record<string, Described> }>(await send('GET //cms/v2'))
  t.equal(index.namespace, 'cms/v2')
  const { routes } = bodyOf<{ routes: Record<string, Described> }>(await send('GET //'))
  const nested = Object.keys(routes).filter(route => route.startsWith('/cms/v2'))
  t.same(Object.keys(index.routes), nested)
  t.same(Object.keys(bodyOf<{ routes: object }>(await send('GET //batch/v1')).routes), ['/batch/v1'])
})
