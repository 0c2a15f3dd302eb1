import { applicationPasswordsIn } from '@platen/site'
import t from 'tap'
import { openConsole, type TestConsole } from '../console/open-console.js'
import { makeSite } from '../site/make-site.js'
import { samplePath, simplified } from './route-patterns.js'
import { bodyOf, section, write } from './specified.js'

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

const statesSpec = section('3')
const LIST = '/users/me/application-passwords'
const DAY = 24 * 60 * 60 * 1000

interface Shown {
  readonly uuid: string
  readonly password: string
  readonly last_used: string | null
  readonly last_ip: string | null
}

const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

statesSpec('the pings and comments of the settings are `open` or `closed`', async (t, { send }) => {
  for (const name of ['default_ping_status', 'default_comment_status']) {
    for (const value of ['open', 'closed'])
      t.equal((await send('POST /settings', { body: { [name]: value } })).status, 200)
    t.match(await send('POST /settings', { body: { [name]: 'ajar' } }), {
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { [name]: / is not one of / } } },
    })
  }
})

/** Every way that an application password comes into being, and the password it shows. */
const CREATIONS: Readonly<Record<string, (made: TestConsole) => Promise<string>>> = {
  'approval on the authorization page': async ({ browser }) => {
    const tab = browser()
    await tab.signIn('admin')
    const path = '/console/authorize-application?app_name=Phone&success_url=https%3A%2F%2Fapp.example%2F'
    const answer = await tab.press(path, 'Approve', { decision: 'approve' })
    return new URL(String(answer.headers['Location'])).searchParams.get('password') ?? ''
  },
  'POST to the application-passwords route': async made => (await write<Shown>(made, LIST, { name: 'Phone' })).password,
  'a programmatic creation call': async ({ site }) => {
    const { secret } = await site.content.applicationPasswords.create({ user: 1, name: 'Phone' }, { as: site.system })
    return secret
  },
}

for (const [trigger, create] of Object.entries(CREATIONS)) {
  t.test(`3: (none) to exists, by ${trigger}: the password is shown once, only a hash is kept`, async t => {
    const made = await openConsole()
    const password = await create(made)
    t.match(password.replaceAll(' ', ''), /^[a-zA-Z0-9]{24}$/)
    const [stored] = (await applicationPasswordsIn(made.store).find({})).records
    t.match(stored, { name: 'Phone', lastUsed: null })
    for (const path of [LIST, `${LIST}/${stored?.uuid}`, `${LIST}/${stored?.uuid}?context=edit`]) {
      const text = (await made.send(`GET ${path}`)).text()
      for (const plain of [password, password.replaceAll(' ', '')]) t.notOk(text.includes(plain), path)
    }
    t.notOk(JSON.stringify(stored).includes(password.replaceAll(' ', '')))
  })
  t.test(`3: condition of ${trigger}: password availability is on for the user`, async t => {
    const made = await openConsole({ applicationPasswords: { availableTo: user => user.login !== 'admin' } })
    await create(made).catch(() => '')
    t.equal(await applicationPasswordsIn(made.store).count(), 0)
  })
}

statesSpec('an application password that is revoked no longer authenticates', async (t, made) => {
  const { uuid, password } = await write<Shown>(made, LIST, { name: 'Phone' })
  const me = () =>
    made.site.dispatch({
      method: 'GET',
      path: '/cms/v2/users/me',
      headers: { authorization: basic('admin', password) },
    })
  t.equal((await me()).status, 200)
  t.match(await made.send(`DELETE ${LIST}/${uuid}`), { status: 200, body: { deleted: true } })
  t.equal((await me()).status, 401)
})

statesSpec('what does not authenticate is no use: it records nothing', async (t, made) => {
  const { uuid, password } = await write<Shown>(made, LIST, { name: 'Phone' })
  for (const [login, secret] of [
    ['admin', `${password}x`],
    ['editor', password],
    ['nobody', password],
  ] as const) {
    const headers = { authorization: basic(login, secret) }
    const remoteAddress = '203.0.113.1'
    t.equal((await made.site.dispatch({ method: 'GET', path: '/cms/v2/users/me', headers, remoteAddress })).status, 401)
  }
  t.match((await made.send(`GET ${LIST}/${uuid}`)).body, { last_used: null, last_ip: null })
})

t.test('3: use is recorded at first, and then after 24 hours at the earliest', async t => {
  let now = Date.UTC(2030, 0, 1)
  const made = await makeSite({ services: { clock: () => now } })
  const { uuid, password } = await write<Shown>(made, LIST, { name: 'Phone' })
  const shown = async () => bodyOf<Shown>(await made.send(`GET ${LIST}/${uuid}`))
  const use = async (remoteAddress: string) => {
    const headers = { authorization: basic('admin', password) }
    const response = await made.site.dispatch({ method: 'GET', path: '/cms/v2/users/me', headers, remoteAddress })
    t.equal(response.status, 200)
  }
  t.match(await shown(), { last_used: null, last_ip: null }, 'never used')
  await use('203.0.113.1')
  const first = await shown()
  t.match(first, { last_used: /^2030-01-01T00:00:00/, last_ip: '203.0.113.1' }, 'used for the first time')
  now += DAY - 1000
  await use('203.0.113.2')
  t.match(await shown(), { last_used: first.last_used, last_ip: '203.0.113.1' }, 'less than 24 hours later')
  now += 1000
  await use('203.0.113.3')
  t.match(await shown(), { last_used: /^2030-01-02T00:00:00/, last_ip: '203.0.113.3' }, '24 hours later')
})
