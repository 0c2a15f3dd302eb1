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
