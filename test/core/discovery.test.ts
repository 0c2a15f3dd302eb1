import {
  compileSchema,
  createRegistry,
  endpoint,
  type RootOptions,
  registerBatch,
  registerRootIndex,
  type Schema,
} from '@platen/core'
import t from 'tap'
import { aRegistry } from './a-registry.js'

const { registry } = aRegistry()
const handler = () => ({ body: {} })
registry.route('shop/v1', '/items', {
  endpoints: [
    endpoint({
      methods: 'GET',
      args: {
        page: { description: 'Which page.', type: 'integer', default: 1, minimum: 1 },
        view: { type: 'object', properties: {}, default: {}, context: ['view'], readonly: true },
      },
      permission: 'public',
      handler,
    }),
    endpoint({
      methods: ['POST', 'PUT'],
      args: { name: { type: 'string', required: true } },
      permission: 'public',
      handler,
    }),
  ],
  schema: { $schema: 'http://json-schema.org/draft-04/schema#', title: 'item', type: 'object', properties: {} },
})
registry.route('shop/v1', '/items/{id}', {
  endpoints: [endpoint({ methods: 'DELETE', permission: 'public', handler })],
  batch: true,
})

t.test('OPTIONS describes a route', async t => {
  const { status, body, headers } = await registry.dispatch({ method: 'OPTIONS', path: '/shop/v1/items' })
  t.equal(status, 200)
  t.equal(headers['Allow'], 'GET, POST, PUT')
  t.strictSame(body, {
    namespace: 'shop/v1',
    methods: ['GET', 'POST', 'PUT'],
    endpoints: [
      {
        methods: ['GET'],
        args: {
          page: { description: 'Which page.', type: 'integer', default: 1, minimum: 1, required: false },
          view: { type: 'object', properties: {}, default: {}, required: false },
        },
      },
      { methods: ['POST', 'PUT'], args: { name: { type: 'string', required: true } } },
    ],
    schema: { $schema: 'http://json-schema.org/draft-04/schema#', title: 'item', type: 'object', properties: {} },
    _links: { self: [{ href: 'https://site.example/cms-json/shop/v1/items' }] },
  })
})

t.test('a pattern has no link; without arguments, args is an empty object', async t => {
  const { body } = await registry.dispatch({ method: 'OPTIONS', path: '/shop/v1/items/7' })
  t.strictSame(body, {
    namespace: 'shop/v1',
    methods: ['DELETE'],
    endpoints: [{ methods: ['DELETE'], allow_batch: { v1: true }, args: {} }],
    schema: {
      $schema: 'http://json-schema.org/draft-04/schema#',
      title: '/shop/v1/items/{id}',
      type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
      properties: {},
    },
  })
})

t.test('a route says whether batches may call it, if its definition does', async t => {
  const shown = async (path: string) => {
    const { body } = await registry.dispatch<{ endpoints: readonly object[] }>({ method: 'OPTIONS', path })
    return body.endpoints.map(each => ('allow_batch' in each ? each.allow_batch : undefined))
  }
  for (const [path, batch] of [
    ['/yes', true],
    ['/no', false],
    ['/unsaid', undefined],
  ] as const) {
    registry.route('batches/v1', path, {
      batch,
      endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: {} }) })],
    })
    t.strictSame(await shown(`/batches/v1${path}`), [batch === undefined ? undefined : { v1: batch }], path)
  }
})

t.test('an endpoint may show its arguments in another form than it checks them', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/kinds', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { kind: { type: 'string', enum: ['a', 'b'], description: 'Which kind.' } },
        shownArgs: { kind: { enum: { a: 'a', b: 'b' } } },
        permission: 'public',
        handler,
      }),
    ],
  })
  const { body } = await registry.dispatch({ method: 'OPTIONS', path: '/shop/v1/kinds' })
  t.strictSame((body as { endpoints: { args: object }[] }).endpoints[0]?.args, {
    kind: { type: 'string', enum: { a: 'a', b: 'b' }, description: 'Which kind.', required: false },
  })
  const refused = await registry.dispatch({ method: 'GET', path: '/shop/v1/kinds', query: 'kind=c' })
  t.equal(refused.status, 400)
})

t.test('_fields applies to descriptions', async t => {
  const { body } = await registry.dispatch({
    method: 'OPTIONS',
    path: '/shop/v1/items',
    query: '_fields=schema.title,methods',
  })
  t.strictSame(body, { schema: { title: 'item' }, methods: ['GET', 'POST', 'PUT'] })
})

t.test('there is no description without a route', async t => {
  const { status, body, headers } = await registry.dispatch({ method: 'OPTIONS', path: '/shop/v1/nowhere' })
  t.equal(status, 200)
  t.strictSame(body, [])
  t.equal(headers['Allow'], undefined)
})

function aSite(options: RootOptions = {}) {
  const { registry } = aRegistry()
  let described = 0
  registerRootIndex(
    registry,
    async request => {
      described++
      return {
        fields: { name: 'A site', caller: request.principal.id },
        links: { help: [{ href: 'https://help.example/' }], 'cms:front': [{ href: 'https://site.example/' }] },
      }
    },
    options,
  )
  const one = {
    endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: 1 }) })],
    schema: { title: 'thing' },
  }
  registry.route('shop/v1', '/things', one)
  registry.route('shop/v1', '/things/{id}', one)
  registry.route('news/v2', '/things', one)
  const get = async (path: string, query = '', headers = {}) =>
    (await registry.dispatch({ method: 'GET', path, query, headers })).body
  return { get, described: () => described, registry }
}

t.test('the root index', async t => {
  const { get } = aSite()
  const body = (await get('/')) as { routes: Record<string, unknown> }
  t.match(body, {
    name: 'A site',
    caller: 0,
    namespaces: ['shop/v1', 'news/v2'],
    _links: { help: [{ href: 'https://help.example/' }], curies: [{ name: 'cms' }] },
  })
  t.same(Object.keys(body.routes), [
    '/',
    '/shop/v1',
    '/shop/v1/things',
    '/shop/v1/things/(?P<id>[\\d]+)',
    '/news/v2',
    '/news/v2/things',
  ])
  t.notOk('schema' in (body.routes['/shop/v1/things'] as object))
})

t.test('with context=help, the index shows schemas', async t => {
  const { get } = aSite({ context: true })
  t.match(await get('/', 'context=help'), { routes: { '/shop/v1/things': { schema: { title: 'thing' } } } })
  t.match(await get('/shop/v1', 'context=help'), { routes: { '/shop/v1/things': { schema: { title: 'thing' } } } })
  const { routes } = (await aSite().get('/', 'context=help')) as { routes: Record<string, object> }
  t.notOk('schema' in (routes['/shop/v1/things'] ?? {}))
})

t.test('only some of it', async t => {
  const { get } = aSite()
  t.strictSame(await get('/', '_fields=name'), { name: 'A site' })
  t.strictSame(await get('/', '_fields=namespaces'), { namespaces: ['shop/v1', 'news/v2'] })
  t.match(await get('/', '_fields=_links.help'), { _links: { help: [{}] } })
  const { routes } = (await get('/', '_fields=routes./shop/v1/things')) as { routes: object }
  t.same(Object.keys(routes), ['/shop/v1/things'])
})

t.test('the description depends on the caller', async t => {
  t.match(await aSite().get('/', '_fields=caller', { 'x-user': 'read' }), { caller: 1 })
})

t.test('the index of a namespace', async t => {
  const { get, described } = aSite()
  const body = (await get('/shop/v1')) as { routes: object }
  t.match(body, { namespace: 'shop/v1', _links: { up: [{ href: 'https://site.example/cms-json/' }] } })
  t.same(Object.keys(body.routes), ['/shop/v1', '/shop/v1/things', '/shop/v1/things/(?P<id>[\\d]+)'])
  t.equal(described(), 0)
  t.match(await get('/shop/v1', 'namespace=news/v2'), { namespace: 'news/v2' })
  for (const name of ['nope', ''])
    t.match(await get('/shop/v1', `namespace=${name}`), { code: 'rest_invalid_namespace' })
})

function registryForSchemas(schemaOnEveryRoute?: boolean) {
  const registry = createRegistry({ baseUrl: 'https://site.example/api', schemaOnEveryRoute })
  registerBatch(registry)
  registerRootIndex(registry, () => ({ fields: { name: 'A site' }, links: { help: [{ href: 'x' }] } }), {
    fields: { name: { type: 'string' } },
  })
  registry.get('shop/v1', '/plain', { permission: 'public', handler: () => ({ body: 7 }) })
  registry.route('shop/v1', '/items/{id}', {
    batch: true,
    responseSchema: { title: 'answer', type: 'object', properties: {} },
    endpoints: [endpoint({ methods: 'DELETE', permission: 'public', handler: () => ({ body: { deleted: true } }) })],
  })
  registry.route('shop/v1', '/named', {
    schema: { title: 'named', type: 'object', properties: {} },
    responseSchema: { title: 'answer', type: 'object', properties: {} },
    endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: {} }) })],
  })
  const schemaOf = async (path: string) =>
    ((await registry.dispatch({ method: 'OPTIONS', path })).body as { readonly schema?: Schema }).schema
  return { registry, schemaOf }
}

for (const [path, title, further] of [
  ['/', 'index', ['name', 'namespaces', 'routes']],
  ['/shop/v1', 'namespace', ['namespace', 'routes']],
  ['/batch/v1', 'batch', ['namespace', 'routes', 'failed', 'responses']],
  ['/shop/v1/plain', '/shop/v1/plain', []],
] as const) {
  t.test(`the response of ${path} matches its schema`, async t => {
    const { registry, schemaOf } = registryForSchemas()
    const schema = await schemaOf(path)
    if (schema === undefined) return t.fail('no schema')
    t.match(schema, { $schema: /draft-04/, title })
    t.strictSame(Object.keys(schema.properties ?? {}), further)
    const { status, body } = await registry.dispatch({ method: 'GET', path, query: 'context=help' })
    t.equal(status, 200)
    t.equal(compileSchema(schema).validate(body, 'body'), undefined)
  })
}

t.test('the response of a batch matches its schema', async t => {
  const { registry, schemaOf } = registryForSchemas()
  const schema = await schemaOf('/batch/v1')
  if (schema === undefined) return t.fail('no schema')
  const { validate } = compileSchema(schema)
  for (const validation of ['normal', 'require-all-validate']) {
    const requests = [{ method: 'DELETE', path: '/shop/v1/items/1' }, { path: '/nowhere' }]
    const body = { kind: 'json', value: { validation, requests } } as const
    const answered = await registry.dispatch({ method: 'POST', path: '/batch/v1', body })
    t.equal(answered.status, 207)
    t.equal(validate(answered.body, 'body'), undefined)
  }
  t.type(validate({ responses: [{ status: 'fine' }] }, 'body'), Error)
})

t.test('the schema of the resource takes precedence over that of the response', async t => {
  const { schemaOf } = registryForSchemas()
  t.match(await schemaOf('/shop/v1/named'), { title: 'named' })
  t.match(await schemaOf('/shop/v1/items/3'), { title: 'answer' })
})

t.test('a registry may show only schemas of resources', async t => {
  const { schemaOf } = registryForSchemas(false)
  for (const path of ['/', '/shop/v1', '/batch/v1', '/shop/v1/plain', '/shop/v1/items/3'])
    t.equal(await schemaOf(path), undefined, path)
  t.match(await schemaOf('/shop/v1/named'), { title: 'named' })
})
