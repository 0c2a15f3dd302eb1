import { endpoint, MAX_BATCH_REQUESTS, RestError, registerBatch } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

function aShop(maxRequests?: number) {
  const { registry, errors } = aRegistry()
  registerBatch(registry, { maxRequests })
  const things = new Map<string, { name: string; by: number }>()
  const post = endpoint({
    methods: 'POST',
    args: { name: { type: 'string', required: true, maxLength: 9 } },
    validators: {
      name(value) {
        if (value === 'throws') throw new Error('unforeseen in a check')
        return value === 'taken' ? new RestError('name_taken', 'Taken.', null) : undefined
      },
    },
    permission: { capability: 'make' },
    handler({ params, principal, headers, query }) {
      if (params.name === 'breaks') throw new Error('unforeseen')
      things.set(params.name, { name: params.name, by: principal.id })
      return {
        status: 201,
        body: { name: params.name, header: headers['x-note'], query },
        headers: { Location: `/things/${params.name}`, 'X-CMS-Total': '3' },
      }
    },
  })
  registry.route('shop/v1', '/things', {
    endpoints: [
      endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: [...things.keys()] }) }),
      post,
    ],
    batch: true,
  })
  registry.route('shop/v1', '/things/{name:\\w+}', {
    endpoints: [
      endpoint({
        methods: ['PUT', 'PATCH', 'DELETE'],
        permission: 'public',
        handler: ({ method, params }) => ({ body: { method, name: (params as { name?: string }).name } }),
      }),
    ],
    batch: true,
  })
  registry.route('shop/v1', '/alone', { endpoints: [post] })
  const batch = (requests: unknown, more: Record<string, unknown> = {}, query = '', who = 'make') =>
    registry.dispatch({
      method: 'POST',
      path: '/batch/v1',
      query,
      headers: { 'x-user': who },
      body: { kind: 'json', value: { requests, ...more } },
    })
  return { registry, batch, things, errors }
}

interface Told {
  failed?: string
  responses: ({ status: number; headers: Record<string, unknown> | []; body: Record<string, unknown> } | null)[]
}
const told = (body: unknown) => body as Told
const thing = (name: unknown) => ({ path: '/shop/v1/things', body: { name } })

t.test('performs requests in order and responds to each', async t => {
  const { batch, things } = aShop()
  const { status, body } = await batch([
    thing('a'),
    { path: '/shop/v1/things', body: { name: 7 } },
    { path: '/shop/v1/things' },
    { path: '/shop/v1/nowhere' },
    { method: 'PUT', path: '/shop/v1/things/b' },
    { method: 'DELETE', path: '/Shop/V1/things/c' },
    thing('breaks'),
    thing('d'),
  ])
  t.equal(status, 207)
  t.match(told(body).responses, [
    { status: 201, body: { name: 'a' }, headers: { Location: '/things/a', 'X-CMS-Total': 3, Allow: 'GET, POST' } },
    { status: 400, body: { code: 'rest_invalid_param' } },
    { status: 400, body: { code: 'rest_missing_callback_param' } },
    { status: 404, body: { code: 'rest_no_route' }, headers: [] },
    { status: 200, body: { method: 'PUT', name: 'b' } },
    { status: 200, body: { method: 'DELETE', name: 'c' } },
    { status: 500, body: { code: 'rest_internal_error' } },
    { status: 201, body: { name: 'd' } },
  ])
  t.same([...things.keys()], ['a', 'd'])
})

t.test('requests have the caller of the batch', async t => {
  const { batch, things } = aShop()
  t.match(told((await batch([thing('a')], {}, '', 'read')).body).responses, [
    { status: 403, body: { code: 'rest_forbidden' } },
  ])
  t.same([...things.values()], [])
  await batch([thing('a')])
  t.same([...things.values()], [{ name: 'a', by: 1 }])
})

t.test('an item may have a query, headers and a list of headers', async t => {
  const { batch } = aShop()
  const { body } = await batch([
    { path: '/shop/v1/things?a[]=1&name=q', headers: { 'X-Note': 'read me' } },
    { path: '/shop/v1/things', body: { name: 'b' }, headers: { 'X-Note': ['one', 'two'] } },
    { path: '/shop/v1/things?_fields=name&_envelope', body: { name: 'c' } },
  ])
  t.match(told(body).responses, [
    { body: { name: 'q', header: 'read me', query: { a: ['1'], name: 'q' } } },
    { body: { name: 'b', header: 'one, two' } },
    { status: 201 },
  ])
  t.same(told(body).responses[2]?.body, { name: 'c' })
})

t.test('with require-all-validate, nothing is performed unless all are valid', async t => {
  const { batch, things } = aShop()
  const validation = { validation: 'require-all-validate' }
  for (const invalid of [
    { path: '/shop/v1/things' },
    thing('taken'),
    { path: '/shop/v1/nowhere' },
    { path: '/shop/v1/alone', body: { name: 'x' } },
  ]) {
    const { status, body } = await batch([thing('a'), invalid], validation)
    t.equal(status, 207)
    t.equal(told(body).failed, 'validation')
    t.equal(told(body).responses[0], null)
    t.ok((told(body).responses[1]?.status ?? 0) >= 400)
    t.same(told(body).responses[1]?.headers, [])
  }
  t.same([...things.keys()], [])
  t.match(told((await batch([thing('a'), thing('b')], validation)).body), {
    responses: [{ status: 201 }, { status: 201 }],
    failed: undefined,
  })
  t.match(told((await batch([thing('c'), thing('breaks')], validation)).body).responses, [
    { status: 201 },
    { status: 500 },
  ])
})

t.test('a validator that throws fails only its own item', async t => {
  const { batch, errors } = aShop()
  t.match(told((await batch([thing('throws'), thing('a')])).body).responses, [{ status: 500 }, { status: 201 }])
  t.equal(errors.length, 1)
})

const apart: { name: string; item: Record<string, unknown>; code: string }[] = [
  {
    name: 'a route without batch',
    item: { path: '/shop/v1/alone', body: { name: 'x' } },
    code: 'rest_batch_not_allowed',
  },
  {
    name: 'a batch within a batch',
    item: { path: '/batch/v1', body: { requests: [] } },
    code: 'rest_batch_not_allowed',
  },
  {
    name: 'a path without a leading slash',
    item: { path: 'shop/v1/things', body: { name: 'x' } },
    code: 'rest_no_route',
  },
  {
    name: 'a path with a trailing slash',
    item: { path: '/shop/v1/things/', body: { name: 'x' } },
    code: 'rest_no_route',
  },
  { name: 'no path', item: { path: '' }, code: 'rest_no_route' },
  { name: 'an address', item: { path: 'https://site.example/cms-json/shop/v1/things' }, code: 'rest_no_route' },
]

for (const { name, item, code } of apart) {
  t.test(`refuses ${name} within a batch`, async t => {
    const { batch, things } = aShop()
    t.match(told((await batch([item])).body).responses, [{ body: { code } }])
    t.same([...things.keys()], [])
  })
}

t.test('the methods of items are not overridden', async t => {
  const { batch } = aShop()
  const { body } = await batch([
    { path: '/shop/v1/things?_method=GET', body: { name: 'a' } },
    { path: '/shop/v1/things', body: { name: 'b' }, headers: { 'X-HTTP-Method-Override': 'GET' } },
  ])
  t.match(told(body).responses, [{ status: 201 }, { status: 201 }])
})

const refused: { name: string; requests: unknown; more?: Record<string, unknown>; code: string }[] = [
  { name: 'no requests', requests: undefined, code: 'rest_missing_callback_param' },
  { name: 'a text', requests: [7, 'x'], code: 'rest_invalid_param' },
  { name: 'an item without a path', requests: [{}], code: 'rest_invalid_param' },
  { name: 'a path that is not a string', requests: [{ path: 5 }], code: 'rest_invalid_param' },
  { name: 'a GET', requests: [{ path: '/a', method: 'GET' }], code: 'rest_invalid_param' },
  { name: 'a method in lower case', requests: [{ path: '/a', method: 'post' }], code: 'rest_invalid_param' },
  { name: 'a body that is not an object', requests: [{ path: '/a', body: 'x' }], code: 'rest_invalid_param' },
  { name: 'another mode', requests: [], more: { validation: 'sometimes' }, code: 'rest_invalid_param' },
]

for (const { name, requests, more, code } of refused) {
  t.test(`refuses ${name}`, async t => {
    const { status, body } = await aShop().batch(requests, more)
    t.equal(status, 400)
    t.match(body, { code })
  })
}

for (const limit of [undefined, 2]) {
  t.test(`has at most ${limit ?? 'the default number of'} requests`, async t => {
    const most = limit ?? MAX_BATCH_REQUESTS
    t.equal(MAX_BATCH_REQUESTS, 25)
    const items = Array.from({ length: most }, (_, i) => thing(`n${i}`))
    const { batch, things } = aShop(limit)
    t.match(await batch([...items, thing('more')]), {
      status: 400,
      body: { data: { details: { requests: { code: 'rest_too_many_items' } } } },
    })
    t.equal(things.size, 0)
    t.equal(told((await batch(items)).body).responses.length, most)
    t.equal(things.size, most)
  })
}

t.test('an empty batch', async t => {
  t.match(await aShop().batch([]), { status: 207, body: { responses: [] } })
})

t.test('the URL of an item: fragments and hosts are ignored, nothing is decoded', async t => {
  for (const [path, status, code] of [
    ['/shop/v1/things', 201],
    ['/SHOP/v1/Things', 201],
    ['/shop/v1/things#part', 201],
    ['/shop/v1/things?a=//b#part', 201],
    ['/shop/v1/things?#part', 201],
    ['http://shop.example/shop/v1/things', 201],
    ['//shop.example:80/shop/v1/things?a=1', 201],
    ['#/shop/v1/things', 404, 'rest_no_route'],
    ['/shop/v1/things/', 404, 'rest_no_route'],
    ['/shop//v1/things', 404, 'rest_no_route'],
    ['shop/v1/things', 404, 'rest_no_route'],
    ['//shop/v1/things', 404, 'rest_no_route'],
    ['/shop/v1/th%69ngs', 404, 'rest_no_route'],
    ['/shop%2Fv1/things', 404, 'rest_no_route'],
    ['/shop/v1/things\\', 404, 'rest_no_route'],
    ['', 404, 'rest_no_route'],
    ['///', 400, 'parse_path_failed'],
    ['http:///shop/v1/things', 400, 'parse_path_failed'],
  ] as const) {
    const { batch } = aShop()
    const { body } = await batch([{ path, body: { name: 'a' } }])
    const [answer] = (body as unknown as Told).responses
    t.equal(answer?.status, status, path)
    if (code !== undefined) t.match(answer?.body, { code }, path)
  }
})

t.test('a query ends where a fragment begins', async t => {
  const { batch } = aShop()
  const { body } = await batch([{ path: '/shop/v1/things?name=one#part' }])
  t.match((body as unknown as Told).responses, [{ status: 201, body: { name: 'one', query: { name: 'one' } } }])
})

t.test('requests know the routes of earlier ones that may be called in batches', async t => {
  const { registry, batch } = aShop()
  registry.route('shop/v1', '/history', {
    endpoints: [
      endpoint({
        methods: ['GET', 'POST'],
        permission: 'public',
        handler: ({ earlierRoutes }) => ({ body: { earlierRoutes } }),
      }),
    ],
    batch: true,
  })
  const history = { path: '/shop/v1/history' }
  const { body } = await batch([
    history,
    { path: '/shop/v1/things/a', method: 'DELETE' },
    { path: '/shop/v1/things' },
    { path: '/shop/v1/alone' },
    { path: '/shop/v1/nowhere' },
    history,
  ])
  const [first, , , , , last] = (body as unknown as Told).responses
  t.strictSame(first?.body, { earlierRoutes: [] })
  t.strictSame(last?.body, {
    earlierRoutes: ['/shop/v1/history', '/shop/v1/things/(?P<name>\\w+)', '/shop/v1/things'],
  })
  t.strictSame((await registry.dispatch({ method: 'GET', path: '/shop/v1/history' })).body, { earlierRoutes: [] })
})
