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

/** Routes of the table whose families are built, as the specification writes them. */
const ROUTES = [
  '/',
  '/batch/v1',
  '/cms/v2',
  '/cms/v2/posts',
  '/cms/v2/posts/{id}',
  '/cms/v2/media',
  '/cms/v2/media/{id}',
  '/cms/v2/media/{id}/post-process',
  '/cms/v2/media/{id}/edit',
  '/cms/v2/pages',
  '/cms/v2/pages/{id}',
  '/cms/v2/blocks',
  '/cms/v2/blocks/{id}',
  '/cms/v2/navigation',
  '/cms/v2/navigation/{id}',
  ...['posts', 'pages', 'blocks', 'navigation'].flatMap(list => [
    `/cms/v2/${list}/{parent}/revisions`,
    `/cms/v2/${list}/{parent}/revisions/{id}`,
    `/cms/v2/${list}/{id}/autosaves`,
    `/cms/v2/${list}/{parent}/autosaves/{id}`,
  ]),
  '/cms/v2/menus',
  '/cms/v2/menus/{id}',
  '/cms/v2/menu-items',
  '/cms/v2/menu-items/{id}',
  '/cms/v2/menu-items/{id}/autosaves',
  '/cms/v2/menu-items/{parent}/autosaves/{id}',
  '/cms/v2/menu-locations',
  '/cms/v2/menu-locations/{location}',
  '/cms/v2/comments',
  '/cms/v2/comments/{id}',
  '/cms-block-editor/v1',
  '/cms-block-editor/v1/navigation-fallback',
  '/cms/v2/types',
  '/cms/v2/types/{type}',
  '/cms/v2/statuses',
  '/cms/v2/statuses/{status}',
  '/cms/v2/taxonomies',
  '/cms/v2/taxonomies/{taxonomy}',
  '/cms/v2/categories',
  '/cms/v2/categories/{id}',
  '/cms/v2/tags',
  '/cms/v2/tags/{id}',
  '/cms/v2/users',
  '/cms/v2/users/{id}',
  '/cms/v2/users/me',
  '/cms/v2/users/{user_id}/application-passwords',
  '/cms/v2/users/{user_id}/application-passwords/introspect',
  '/cms/v2/users/{user_id}/application-passwords/{uuid}',
  '/cms/v2/search',
  '/cms/v2/settings',
  '/cms/v2/sidebars',
  '/cms/v2/sidebars/{id}',
  '/cms/v2/widget-types',
  '/cms/v2/widget-types/{id}',
  '/cms/v2/widget-types/{id}/encode',
  '/cms/v2/widget-types/{id}/render',
  '/cms/v2/widgets',
  '/cms/v2/widgets/{id}',
  '/cms/v2/block-directory/search',
  '/cms/v2/pattern-directory/patterns',
  '/cms/v2/block-patterns/patterns',
  '/cms/v2/block-patterns/categories',
  '/oembed/1.0',
  '/oembed/1.0/embed',
  '/oembed/1.0/proxy',
  '/cms-block-editor/v1/url-details',
  '/cms-abilities/v1',
  '/cms-abilities/v1/abilities',
  '/cms-abilities/v1/abilities/{name}',
  '/cms-abilities/v1/abilities/{name}/run',
  '/cms-abilities/v1/categories',
  '/cms-abilities/v1/categories/{slug}',
]

/** `/posts/(?P<id>[\d]+)` as `/posts/{id}`. */
const simplified = (pattern: string) => pattern.replace(/\(\?P<(\w+)>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '{$1}')

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
      const path = pattern
        .replace(/\(\?P<uuid>.*$/, '00000000-0000-4000-8000-000000000000')
        .replace(/\(\?P<(?:id|parent)>\((?:[^()]|\([^()]*\))*\)[^()]*\)/g, 'x//x')
        .replace(/\(\?P<(?:\w*id|parent)>(?:[^()]|\([^()]*\))*\)/g, '1')
        .replace(/\(\?P<\w+>([^()]*)\)/g, (_, inner: string) => (inner.includes('/') ? 'x/x' : 'x'))
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
      t.match(described.schema, { $schema, title: String, properties: Object, type: 'object' }, path)
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
