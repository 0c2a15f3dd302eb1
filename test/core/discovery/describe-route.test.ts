import { endpoint } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

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
