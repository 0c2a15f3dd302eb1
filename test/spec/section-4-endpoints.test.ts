import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConsole } from '@platen/console'
import { toFetchHandler } from '@platen/fetch'
import { corsHeaders, pluginsIn } from '@platen/site'
import { pluginSourceIn } from '@platen/site/extend'
import { makeSite } from '../site/make-site.js'
import { bodyOf, section, write } from './specified.js'

const spec41 = section('4.1')

spec41('`_fields`: only the listed fields are returned, by commas or repeated', async (t, made) => {
  await write(made, '/posts', { title: 'x', status: 'publish' })
  for (const query of ['_fields=id,slug', '_fields[]=id&_fields[]=slug'])
    t.match(bodyOf<object[]>(await made.send(`GET /posts?${query}`)).map(Object.keys), [['id', 'slug']], query)
})

section('4.1', site => {
  site.registerMeta({
    object: 'post',
    key: 'place',
    type: 'object',
    single: true,
    schema: { properties: { city: { type: 'string' }, land: { type: 'string' } } },
  })
})('`_fields`: nested properties are addressed with dots, several with commas', async (t, made) => {
  const { id } = await write(made, '/posts', {
    title: 'x',
    content: 'c',
    status: 'publish',
    meta: { place: { city: 'Ghent', land: 'BE' } },
  })
  const fields = async (names: string) => bodyOf(await made.send(`GET /posts/${id}?_fields=${names}`))
  t.same(await fields('meta.place.city'), { meta: { place: { city: 'Ghent' } } })
  t.same(await fields('meta.place.city,title.rendered'), {
    title: { rendered: 'x' },
    meta: { place: { city: 'Ghent' } },
  })
})

spec41('`_method` and `X-HTTP-Method-Override`: only POST may be overridden', async (t, made) => {
  const { id } = await write(made, '/posts', { title: 'x', status: 'publish' })
  t.match(await made.send(`POST /posts/${id}?_method=GET`), { status: 200, body: { title: { rendered: 'x' } } })
  const headers = { 'x-http-method-override': 'DELETE' }
  t.match(await made.send(`GET /posts/${id}?_method=DELETE`, { headers }), { status: 200, body: { status: 'publish' } })
  t.match(await made.send(`POST /posts/${id}`, { headers }), { status: 200, body: { status: 'trash' } })
})

spec41('`_envelope`: the body contains `status` and `headers`, without a value or with `1`', async (t, made) => {
  for (const query of ['_envelope', '_envelope=1'])
    t.match(await made.send(`GET /posts?${query}`), {
      status: 200,
      body: { status: 200, headers: { Allow: String }, body: [] },
    })
  t.match(await made.send('GET /posts/99?_envelope'), { status: 200, body: { status: 404 } })
})

spec41('`_embed`: GET only', async (t, made) => {
  const { id } = await write(made, '/posts', { title: 'x', status: 'publish' })
  t.ok('_embedded' in bodyOf(await made.send(`GET /posts/${id}?_embed`)))
  t.notOk('_embedded' in bodyOf(await made.send(`POST /posts/${id}?_embed`, { body: { title: 'y' } })))
})

spec41(
  '`_jsonp`: the response is a call of the function; an invalid name gives 400 and no callback',
  async (t, made) => {
    const good = await made.send('GET /types/post?_jsonp=my.call_back9')
    t.match(good.text(), /my\.call_back9\(\{.*\}\)/s)
    for (const name of ['a(b', 'alert-1', 'a%20b', 'a;b', '%C3%A9']) {
      const bad = await made.send(`GET /types/post?_jsonp=${name}`)
      t.equal(bad.status, 400, name)
      t.equal(bad.text(), JSON.stringify(bad.body), name)
    }
  },
)

spec41('the `filter` parameter no longer exists', async (t, made) => {
  await write(made, '/posts', { title: 'x', status: 'publish' })
  t.equal(bodyOf<unknown[]>(await made.send('GET /posts?filter[posts_per_page]=0&filter[s]=zzz')).length, 1)
})

const spec42 = section('4.2')
const COLLECTIONS = ['/posts', '/pages', '/media', '/categories', '/tags', '/users', '/search']

interface Arg {
  readonly type: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
}

spec42('`page`, `per_page`, `offset` and `order` of collections', async (t, { send }) => {
  for (const path of COLLECTIONS) {
    const { endpoints } = bodyOf<{ endpoints: [{ args: Record<string, Arg> }] }>(await send(`OPTIONS ${path}`))
    const { args } = endpoints[0]
    t.match(args['page'], { type: 'integer', default: 1 }, path)
    t.match(args['per_page'], { type: 'integer', default: 10, maximum: 100 }, path)
    t.match(args['offset'], { type: 'integer' }, path)
    if (path !== '/search') t.match(args['order'], { type: 'string', enum: ['asc', 'desc'], default: 'desc' }, path)
    t.equal((await send(`GET ${path}?per_page=101`)).status, 400, path)
    t.equal((await send(`GET ${path}?per_page=100`)).status, 200, path)
  }
})

spec42('`orderby`: its values, and `date` by default where items have dates', async (t, { send }) => {
  const valuesOf = async (path: string) => {
    const { endpoints } = bodyOf<{ endpoints: [{ args: Record<string, Arg> }] }>(await send(`OPTIONS ${path}`))
    return endpoints[0].args['orderby']
  }
  const posts = await valuesOf('/posts')
  for (const by of ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'title'])
    t.ok(posts?.enum?.includes(by), by)
  for (const path of ['/posts', '/pages', '/media']) t.equal((await valuesOf(path))?.default, 'date', path)
  const categories = await valuesOf('/categories')
  for (const by of ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'])
    t.ok(categories?.enum?.includes(by), by)
})

spec42('`X-CMS-Total` and `X-CMS-TotalPages`', async (t, made) => {
  for (const title of ['a', 'b', 'c']) await write(made, '/posts', { title, status: 'publish' })
  const first = await made.send('GET /posts?per_page=2')
  t.match(first.headers, { 'X-CMS-Total': '3', 'X-CMS-TotalPages': '2' })
  const titles = async (query: string) =>
    bodyOf<{ title: { rendered: string } }[]>(await made.send(`GET /posts?orderby=title&${query}`)).map(
      ({ title }) => title.rendered,
    )
  t.same(await titles('order=asc&per_page=2&page=2'), ['c'])
  t.same(await titles('order=asc&offset=1'), ['b', 'c'])
  t.same(await titles(''), ['c', 'b', 'a'])
})

spec42('other response headers: `Allow`, `Link`, `Content-Type`', async (t, { send }) => {
  const { headers } = await send('GET /posts')
  t.match(headers, { Allow: 'GET, POST', Link: /rel=/, 'Content-Type': 'application/json; charset=UTF-8' })
})

spec42('headers of other origins, and `Cache-Control`', async (t, { site }) => {
  const handler = toFetchHandler(site, { cors: corsHeaders(site.context.dialect) })
  const headers = { origin: 'https://app.example' }
  const url = 'https://site.example/cms-json/cms/v2/posts'
  const allowed = await handler(
    new Request(url, { method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'POST' } }),
  )
  const namesOf = (value: string | null) => (value ?? '').toLowerCase().split(/, */)
  for (const name of ['authorization', 'content-type'])
    t.ok(namesOf(allowed.headers.get('Access-Control-Allow-Headers')).includes(name), name)
  const answer = await handler(new Request(url, { headers }))
  for (const name of ['x-cms-total', 'x-cms-totalpages'])
    t.ok(namesOf(answer.headers.get('Access-Control-Expose-Headers')).includes(name), name)
  t.ok(answer.headers.has('Cache-Control'))
})

const spec43 = section('4.3')

spec43('the root has no parameters and describes the site', async (t, { send }) => {
  const { endpoints } = bodyOf<{ endpoints: [{ args: object }] }>(await send('OPTIONS //'))
  t.same(Object.keys(endpoints[0].args), [])
})

spec43(
  '`authentication` holds the authorization address when application passwords are available',
  async (t, { send, site }) => {
    createConsole(site)
    t.match(bodyOf(await send('GET //')), {
      authentication: { 'application-passwords': { endpoints: { authorization: /^https:\/\/site\.example\// } } },
    })
  },
)

const spec44 = section('4.4')

spec44('GET a category: `context` is `view` by default', async (t, made) => {
  const { id } = await write(made, '/categories', { name: 'One' })
  const { endpoints } = bodyOf<{ endpoints: { methods: string[]; args: Record<string, Arg> }[] }>(
    await made.send('OPTIONS /categories/1'),
  )
  const get = endpoints.find(({ methods }) => methods.includes('GET'))
  t.match(get?.args, { id: { type: 'integer' }, context: { default: 'view', enum: ['view', 'embed', 'edit'] } })
  t.match(await made.send(`GET /categories/${id}`), { status: 200, body: { id, meta: {} } })
})

spec44('POST, PUT and PATCH change a category; every parameter is optional', async (t, made) => {
  const { id: parent } = await write(made, '/categories', { name: 'Up' })
  const { id } = await write(made, '/categories', { name: 'One' })
  const change = { description: 'About', name: 'New', slug: 'new', parent }
  for (const method of ['POST', 'PUT', 'PATCH']) {
    t.match(await made.send(`${method} /categories/${id}`, { body: change }), { status: 200, body: { id, ...change } })
    t.match(await made.send(`${method} /categories/${id}`, { body: {} }), { status: 200, body: { id, ...change } })
  }
})

spec44('DELETE a category: `force` must be true', async (t, made) => {
  const { id } = await write(made, '/categories', { name: 'One' })
  for (const query of ['', '?force=false'])
    t.equal((await made.send(`DELETE /categories/${id}${query}`)).status, 501, query)
  t.match(await made.send(`DELETE /categories/${id}?force=true`), {
    status: 200,
    body: { deleted: true, previous: { id } },
  })
  t.equal((await made.send(`GET /categories/${id}`)).status, 404)
})

const spec45 = section('4.5')

spec45('settings require authorization', async (t, { send }) => {
  for (const request of ['GET /settings', 'POST /settings']) {
    t.equal((await send(request, { as: 'anonymous', body: {} })).status, 401)
    t.equal((await send(request, { as: 'editor', body: {} })).status, 403)
  }
})

spec45('any subset of the settings can be updated, by POST, PUT and PATCH; all are returned', async (t, { send }) => {
  const before = bodyOf(await send('GET /settings'))
  for (const [method, title] of [
    ['POST', 'a'],
    ['PUT', 'b'],
    ['PATCH', 'c'],
  ] as const) {
    const { status, body } = await send(`${method} /settings`, { body: { title } })
    t.equal(status, 200)
    t.same(body, { ...before, title })
  }
  t.equal((await send('POST /settings', { body: {} })).status, 200)
})

spec45('only the fields in the table can be updated', async (t, { send }) => {
  const before = bodyOf(await send('GET /settings'))
  const body = { show_on_front: 'page', page_on_front: 1, site_logo: 2, template: 'x', blogname: 'x' }
  t.same((await send('POST /settings', { body })).body, before)
})

const spec47 = section('4.7')

spec47('the parameters of search', async (t, { send }) => {
  const { endpoints } = bodyOf<{ endpoints: [{ args: Record<string, unknown> }] }>(await send('OPTIONS /search'))
  t.match(endpoints[0].args, {
    context: { type: 'string', default: 'view', enum: ['view', 'embed'] },
    page: { type: 'integer', default: 1 },
    per_page: { type: 'integer', default: 10 },
    search: { type: 'string' },
    type: { type: 'string', default: 'post', enum: ['post'] },
    subtype: { type: 'array', default: 'any', items: { type: 'string', enum: ['post', 'page', 'any'] } },
  })
})

spec47('search results have `_links`: `self` (embeddable), `about` and `collection`', async (t, made) => {
  await write(made, '/pages', { title: 'Needle', status: 'publish' })
  await write(made, '/posts', { title: 'Needle', status: 'publish' })
  t.match((await made.send('GET /search?search=needle&subtype=page')).body, [
    { subtype: 'page', _links: { self: [{ embeddable: true }], about: [{}], collection: [{}] } },
  ])
  t.equal(bodyOf<unknown[]>(await made.send('GET /search?search=needle')).length, 2)
  t.equal(bodyOf<unknown[]>(await made.send('GET /search?search=needle&subtype=post,page')).length, 2)
})

const spec411 = section('4.11')

interface Password {
  readonly uuid: string
  readonly password: string
}

spec411('POST creates one; `{id}` is a user id or `me`', async (t, made) => {
  for (const owner of ['me', '1', String(made.users.get('editor')?.id)]) {
    const response = await made.send(`POST /users/${owner}/application-passwords`, { body: { name: 'x' } })
    t.match(response, { status: 201, body: { uuid: String, name: 'x', password: String } }, owner)
  }
  t.equal((await made.send('POST /users/4711/application-passwords', { body: { name: 'x' } })).status, 404)
  t.equal((await made.send('POST /users/you/application-passwords', { body: { name: 'x' } })).status, 404)
})

spec411('they are listed, read, updated and deleted by uuid', async (t, made) => {
  for (const owner of ['me', '1']) {
    const list = `/users/${owner}/application-passwords`
    const { uuid } = await write<Password>(made, list, { name: `for ${owner}` })
    t.match((await made.send(`GET ${list}`)).body, [{ uuid }])
    for (const method of ['POST', 'PUT', 'PATCH'])
      t.match(await made.send(`${method} ${list}/${uuid}`, { body: { name: method } }), {
        status: 200,
        body: { name: method },
      })
    t.match(await made.send(`GET ${list}/${uuid}`), { status: 200, body: { uuid, name: 'PATCH' } })
    t.match(await made.send(`DELETE ${list}/${uuid}`), { status: 200, body: { deleted: true } })
    t.equal((await made.send(`GET ${list}/${uuid}`)).status, 404)
  }
})

spec411('all of a user are deleted at once', async (t, made) => {
  for (const name of ['One', 'Two']) await write(made, '/users/me/application-passwords', { name })
  t.match(await made.send('DELETE /users/me/application-passwords'), { status: 200, body: { deleted: true, count: 2 } })
  t.same((await made.send('GET /users/me/application-passwords')).body, [])
})

spec411('`introspect` reads the one that authenticates the request', async (t, made) => {
  const path = '/cms/v2/users/me/application-passwords/introspect'
  for (const name of ['One', 'Two']) {
    const { uuid, password } = await write<Password>(made, '/users/me/application-passwords', { name })
    const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }
    t.match(await made.site.dispatch({ method: 'GET', path, headers }), { status: 200, body: { uuid, name } })
  }
  t.match(await made.send('GET /users/me/application-passwords/introspect'), { status: 404 })
})

const spec49 = section('4.9')
const HEALTH_TESTS = [
  'background-updates',
  'loopback-requests',
  'https-status',
  'dotorg-communication',
  'authorization-header',
  'page-cache',
]

spec49('all GET, no parameters, `view_site_health_checks` required', async (t, { send }) => {
  for (const path of [...HEALTH_TESTS.map(test => `tests/${test}`), 'directory-sizes']) {
    const at = `//cms-site-health/v1/${path}`
    t.match(await send(`OPTIONS ${at}`), { body: { methods: ['GET'], endpoints: [{ args: {} }] } }, path)
    t.equal((await send(`GET ${at}`)).status, 200, path)
    t.match(await send(`GET ${at}`, { as: 'editor' }), { status: 403, body: { code: 'rest_forbidden' } }, path)
    t.match(await send(`GET ${at}`, { as: 'anonymous' }), { status: 401, body: { code: 'empty_username' } }, path)
  }
})

const spec48 = section('4.8')

spec48('plugins: `context`, `page` and `per_page`; a list, with totals', async (t, { send }) => {
  const described = bodyOf<{ endpoints: readonly { methods: string[]; args: Record<string, Arg> }[] }>(
    await send('OPTIONS /plugins'),
  )
  const [list, create] = described.endpoints
  for (const name of ['page', 'per_page']) t.equal(list?.args[name]?.type, 'integer', name)
  for (const name of ['plugin', 'status', 'name', 'description']) t.equal(create?.args[name]?.type, 'string', name)
  t.match(await send('GET /plugins'), { status: 200, body: [], headers: { 'X-CMS-Total': '0' } })
  t.match(await send('GET /plugins?per_page=101'), { status: 400, body: { code: 'rest_invalid_param' } })
})

spec48('plugins are installed, activated, deactivated, updated and deleted', async t => {
  const folder = join(t.testdir({ offered: { shop: shopPackage('1.0.0') }, installed: {} }), 'installed')
  const source = pluginSourceIn(join(folder, '..', 'offered'))
  const { send } = await makeSite({ plugins: pluginsIn(folder, { source }) })
  const plugin = 'shop/index'
  t.match(await send('POST /plugins', { body: { plugin } }), { status: 201, body: { plugin, status: 'inactive' } })
  const set = (status: string) => send(`POST /plugins/${plugin}`, { body: { status } })
  t.match(await set('active'), { status: 200, body: { status: 'active' } })
  t.match(await send('GET //shop/v1'), { status: 200 })
  writeFileSync(join(folder, '..', 'offered', 'shop', 'package.json'), shopPackage('1.1.0')['package.json'])
  t.match(await send('POST /plugins', { body: { plugin } }), { body: { status: 'active', version: '1.1.0' } })
  t.match(await set('inactive'), { status: 200, body: { status: 'inactive' } })
  t.match(await send(`DELETE /plugins/${plugin}`), { status: 200, body: { deleted: true, previous: { plugin } } })
  t.match(await send('GET /plugins'), { body: [] })
})

/** The files of a package with a route. */
const shopPackage = (version: string) => ({
  'package.json': JSON.stringify({ name: 'shop', version, type: 'module', platen: {} }),
  'index.js': `export default {
    name: 'shop',
    routes: site => site.registry.route('shop/v1', '/open', {
      endpoints: [{ methods: 'GET', permission: 'public', handler: () => ({ body: {} }) }],
    }),
  }`,
})
