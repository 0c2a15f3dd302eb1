import { createRegistry, endpoint, type HandlerRequest, memoKey, type RouteDefinition } from '@platen/core'
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

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>): void => {}

t.test('handlers and permissions get parameters typed from the schemas', async t => {
  const { registry } = aRegistry()
  registry.route('a/v1', '/x', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: {
          id: { type: 'integer', required: true },
          page: { type: 'integer', default: 1 },
          word: { type: 'string', enum: ['red', 'green'] },
          flags: { type: 'array', items: { type: 'boolean' }, default: [] },
          maybe: { type: ['string', 'null'] },
          map: { type: 'object', properties: { a: { type: 'integer', required: true }, b: { type: 'string' } } },
        },
        permission({ params }) {
          same<typeof params.id, number>(true)
          return params.id === 7
        },
        handler({ params }) {
          same<typeof params.id, number>(true)
          same<typeof params.page, number>(true)
          same<typeof params.word, 'red' | 'green' | undefined>(true)
          same<typeof params.flags, readonly boolean[] | boolean[]>(
            true as Same<typeof params.flags, readonly boolean[] | boolean[]>,
          )
          same<typeof params.maybe, string | null | undefined>(true)
          const a: number | undefined = params.map?.a
          const flags: readonly boolean[] = params.flags
          return {
            body: { id: params.id + 1, page: params.page, word: params.word?.length, flags, maybe: params.maybe, a },
          }
        },
      }),
    ],
  })
  const { body } = await registry.dispatch({
    method: 'GET',
    path: '/a/v1/x',
    query: 'id=7&word=red&flags=1,0&map[a]=3',
  })
  t.same(body, { id: 8, page: 1, word: 3, flags: [true, false], maybe: undefined, a: 3 })
})

t.test('an endpoint without arguments has no named parameters', async t => {
  endpoint({
    methods: 'GET',
    permission: 'public',
    handler(request) {
      same<keyof typeof request.params, never>(true)
      return { body: 1 }
    },
  })
  const general = (request: HandlerRequest): unknown => request.params['anything']
  t.type(general, 'function')
})

const answering = (body: unknown) => ({
  endpoints: [{ methods: 'GET', permission: 'public', handler: () => ({ body }) }] as const,
})

t.test('finds routes', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/items', answering('literal'))
  registry.route('shop/v1', '/items/{id}', answering('by id'))
  registry.route('shop/v1', '/items/{word:[a-z]+}', answering('by word'))
  registry.route('shop/v1', '/items/{any:.+}', answering('any'))
  registry.route('shop/v1', '/items/special', answering('literal after patterns'))
  registry.route('other/v1', '/items/{id}', answering('of another namespace'))
  const cases: [path: string, found: unknown][] = [
    ['/shop/v1/items', 'literal'],
    ['/SHOP/v1/Items', 'literal'],
    ['/shop/v1/items/7', 'by id'],
    ['/Shop/V1/items/7', 'by id'],
    ['/shop/v1/items/seven', 'by word'],
    ['/shop/v1/items/special', 'literal after patterns'],
    ['/shop/v1/items/7/more', 'any'],
    ['/other/v1/items/7', 'of another namespace'],
    ['/shop/v2/items/7', undefined],
    ['/items/7', undefined],
    ['/', undefined],
  ]
  for (const [path, found] of cases) {
    const { body, status } = await registry.dispatch({ method: 'GET', path })
    t.same(status === 404 ? undefined : body, found, path)
  }
})

t.test('patterns are tried in the order of registration', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/{word:\\w+}', answering('first'))
  registry.route('shop/v1', '/{id}', answering('second'))
  t.equal((await registry.dispatch({ method: 'GET', path: '/shop/v1/7' })).body, 'first')
})

const shortRoutes: { name: string; namespace: string; path: string; given: string }[] = [
  { name: 'in a namespace of one segment', namespace: 'shop', path: '/{id}', given: '/shop/7' },
  { name: 'at the root', namespace: '', path: '/go/{id}', given: '/go/7' },
  { name: 'in the first segment', namespace: '', path: '/{word:[a-z]+}', given: '/anything' },
  {
    name: 'in the first segment, with more to come',
    namespace: '',
    path: '/{word:[a-z]+}/in/all',
    given: '/any/in/all',
  },
]

for (const { name, namespace, path, given } of shortRoutes) {
  for (const order of ['before', 'after']) {
    t.test(`finds a pattern ${name}, ${order} others`, async t => {
      const { registry } = aRegistry()
      if (order === 'after') registry.route('go/8', '/{id}', answering('other'))
      registry.route(namespace, path, answering('found'))
      if (order === 'before') registry.route('any/in', '/{id}', answering('other'))
      t.equal((await registry.dispatch({ method: 'GET', path: given })).body, 'found')
    })
  }
}

t.test('a pattern that is registered again keeps its position', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/{id}', answering('old'))
  registry.route('shop/v1', '/{word:\\w+}', answering('words'))
  registry.route('shop/v1', '/{id}', { ...answering('new'), override: true })
  t.equal((await registry.dispatch({ method: 'GET', path: '/shop/v1/7' })).body, 'new')
})

t.test('a key carries the type of its value, and is unique despite its name', async t => {
  const word = memoKey<string>('value')
  const count = memoKey<number>('value')
  const registry = createRegistry()
  registry.get('a/v1', '/x', {
    permission: request => request.once(word, () => 'first') === 'first',
    handler(request) {
      // @ts-expect-error: the key is one of texts
      const wrong: number = request.once(word, () => 'second')
      // @ts-expect-error: the value is not of the key's type
      request.once(memoKey<number>('other'), () => 'text')
      const length: number = request.once(word, () => 'third').length
      return { body: [wrong, length, request.once(count, () => 7)] }
    },
  })
  const { body } = await registry.dispatch<[string, number, number]>({ method: 'GET', path: '/a/v1/x' })
  const [text, length, number] = body
  t.same([text.toUpperCase(), length + number], ['FIRST', 12])
})
