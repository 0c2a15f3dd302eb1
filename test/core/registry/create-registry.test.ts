import { endpoint, type RouteDefinition } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const get = (body: unknown = {}) => endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body }) })

t.test('a namespace gets an index, once', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/a', { endpoints: [get()] })
  registry.route('shop/v1', '/b', { endpoints: [get()] })
  t.same(registry.namespaces(), ['shop/v1'])
  t.same(
    registry.routes().map(route => route.path.pattern),
    ['/shop/v1', '/shop/v1/a', '/shop/v1/b'],
  )
})

t.test('the base URL has no trailing slash', async t => {
  t.equal(aRegistry({ baseUrl: 'https://site.example/x//' }).registry.baseUrl, 'https://site.example/x')
})

const refused: { name: string; namespace?: string; path?: string; definition?: RouteDefinition }[] = [
  { name: 'a namespace with a slash before it', namespace: '/shop' },
  { name: 'a namespace with spaces', namespace: 'my shop' },
  { name: 'a namespace with a group', namespace: 'shop/{id}' },
  { name: 'a path without a leading slash', path: 'items' },
  { name: 'a path with a trailing slash', path: '/items/' },
  { name: 'a path that is not a pattern', path: '/{id:(}' },
  { name: 'no endpoints', definition: { endpoints: [] } },
]

for (const { name, namespace = 'shop/v1', path = '/items', definition = { endpoints: [get()] } } of refused) {
  t.test(`refuses ${name}, and registers nothing`, async t => {
    const { registry } = aRegistry()
    t.throws(() => registry.route(namespace, path, definition), { name: 'SchemaError' })
    t.same(registry.namespaces(), [])
    t.same(registry.routes(), [])
  })
}

t.test('endpoints are added to an existing route', async t => {
  const { registry } = aRegistry()
  const { dispatch } = registry
  registry.route('shop/v1', '/items/{id}', { endpoints: [get('got')], batch: true, schema: { title: 'item' } })
  registry.route('shop/v1', '/items/(?P<id>[\\d]+)', {
    endpoints: [endpoint({ methods: 'DELETE', permission: 'public', handler: () => ({ body: 'gone' }) })],
  })
  t.equal((await dispatch({ method: 'GET', path: '/shop/v1/items/1' })).body, 'got')
  t.equal((await dispatch({ method: 'DELETE', path: '/shop/v1/items/1' })).body, 'gone')
  const [, route] = registry.routes()
  t.match(route, { batch: true, methods: ['GET', 'DELETE'] })
  t.equal(route?.schema?.().title, 'item')
  t.equal(registry.routes().length, 2)
})

t.test('a second endpoint for a method is refused, and the first one stays', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/items', { endpoints: [get('old')] })
  t.throws(() => registry.route('shop/v1', '/items', { endpoints: [get('new')] }), {
    name: 'SchemaError',
    message: /GET/,
  })
  t.throws(() => registry.route('shop/v1', '/two', { endpoints: [get(1), get(2)] }), { name: 'SchemaError' })
  t.throws(() => registry.get('shop/v1', '/Items', { permission: 'public', handler: () => ({ body: 'new' }) }))
  t.equal((await registry.dispatch({ method: 'GET', path: '/shop/v1/items' })).body, 'old')
  t.equal((await registry.dispatch({ method: 'GET', path: '/shop/v1/two' })).status, 404)
})

for (const name of ['get', 'post', 'put', 'patch', 'delete'] as const) {
  t.test(`${name} registers one endpoint, with parameters typed from its schemas`, async t => {
    const { registry } = aRegistry()
    registry[name]('shop/v1', '/double/{n}', {
      args: { n: { type: 'integer', required: true } },
      permission: 'public',
      handler: ({ params }) => ({ body: params.n * 2 }),
    })
    const method = name.toUpperCase()
    t.match(await registry.call(method, '/shop/v1/double/4'), { ok: true, status: 200, body: 8 })
    t.match(registry.routes()[1], { methods: [method] })
  })
}

t.test('override replaces only the methods of the new endpoint', async t => {
  const { registry } = aRegistry()
  const answer = (body: string, ...methods: ('POST' | 'PUT' | 'PATCH')[]) =>
    endpoint({ methods, permission: 'public', handler: () => ({ body }) })
  registry.route('shop/v1', '/items', { endpoints: [answer('old', 'POST', 'PUT', 'PATCH')] })
  registry.route('shop/v1', '/Items', { endpoints: [{ ...answer('new', 'PATCH'), override: true }] })
  const bodies: unknown[] = []
  for (const method of ['POST', 'PUT', 'PATCH'])
    bodies.push((await registry.dispatch({ method, path: '/shop/v1/items' })).body)
  t.same(bodies, ['old', 'old', 'new'])
})

t.test('override of a route removes the old one', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/items', { endpoints: [get('old')], batch: true, schema: { title: 'old' } })
  registry.route('shop/v1', '/items', {
    override: true,
    endpoints: [endpoint({ methods: 'POST', permission: 'public', handler: () => ({ body: 'new' }) })],
  })
  t.equal((await registry.dispatch({ method: 'GET', path: '/shop/v1/items' })).status, 404)
  t.equal((await registry.dispatch({ method: 'POST', path: '/shop/v1/items' })).body, 'new')
  const route = registry.routes()[1]
  t.match(route, { batch: undefined, methods: ['POST'] })
  t.not(route?.schema?.().title, 'old')
})

t.test('endpoints can be added to the index of a namespace', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/', {
    endpoints: [endpoint({ methods: 'POST', permission: 'public', handler: () => ({ body: 'posted' }) })],
  })
  t.equal((await registry.dispatch({ method: 'POST', path: '/shop/v1' })).body, 'posted')
  t.match((await registry.dispatch({ method: 'GET', path: '/shop/v1' })).body, { namespace: 'shop/v1' })
})

t.test('authenticate returns the caller of a request', async t => {
  const { registry } = aRegistry()
  t.match(await registry.authenticate({ method: 'GET', path: '/' }), { id: 0, authenticated: false })
  t.match(await registry.authenticate({ method: 'GET', path: '/', headers: { 'x-user': 'read' } }), {
    id: 1,
    authenticated: true,
  })
})
