import { type Args, type Endpoint, endpoint, type QueryLimits, type RestRequest } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const args = {
  id: { type: 'integer' },
  s: { type: 'string', default: 'as ever' },
  list: { type: 'array', items: { type: 'integer' }, default: [7] },
  b: { type: 'boolean' },
} satisfies Args

async function paramsOf(
  request: Partial<RestRequest>,
): Promise<{ status: number; params: Record<string, unknown>; has: string[] }> {
  const { registry } = aRegistry()
  const names = ['id', 's', 'list', 'b', 'x', 'toString']
  registry.route('a/v1', '/items/{id}', {
    endpoints: [
      endpoint({
        methods: ['GET', 'POST'],
        args,
        permission: 'public',
        handler: request => ({ body: { params: request.params, has: names.filter(name => request.has(name)) } }),
      }),
    ],
  })
  const { status, text } = await registry.dispatch({ method: 'POST', path: '/a/v1/items/3', ...request })
  return { status, ...JSON.parse(text()) }
}

const json = (value: unknown) => ({ kind: 'json', value }) as const
const gathered: { name: string; request: Partial<RestRequest>; params: Record<string, unknown>; has: string[] }[] = [
  { name: 'the path and defaults', request: {}, params: { s: 'as ever', list: [7], id: 3 }, has: ['id'] },
  {
    name: 'the query before the path',
    request: { query: 'id=9' },
    params: { s: 'as ever', list: [7], id: 9 },
    has: ['id'],
  },
  {
    name: 'the body before the query',
    request: { query: 'id=9&s=q&x=q', body: json({ id: 8, s: 'b' }) },
    params: { s: 'b', list: [7], id: 8, x: 'q' },
    has: ['id', 's', 'x'],
  },
  {
    name: 'an empty string before a default',
    request: { query: 's=' },
    params: { s: '', list: [7], id: 3 },
    has: ['id', 's'],
  },
  {
    name: 'converted values',
    request: { query: 'b=false&list=1,2' },
    params: { s: 'as ever', list: [1, 2], id: 3, b: false },
    has: ['id', 'list', 'b'],
  },
  {
    name: 'no undefined values',
    request: { query: { s: undefined }, body: json({ id: undefined, x: undefined }) },
    params: { s: 'as ever', list: [7], id: 3 },
    has: ['id'],
  },
  {
    name: 'undeclared parameters as they were sent',
    request: { body: json({ x: { deep: [1, null] } }) },
    params: { s: 'as ever', list: [7], id: 3, x: { deep: [1, null] } },
    has: ['id', 'x'],
  },
]

for (const { name, request, params, has } of gathered) {
  t.test(`gathers ${name}`, async t => {
    t.strictSame(await paramsOf(request), { status: 200, params, has })
  })
}

t.test('the values of all sources must match the schema', async t => {
  const answer = await paramsOf({ query: 'b=junk', body: json({ b: true }) })
  t.match(answer, { status: 400, code: 'rest_invalid_param', data: { params: { b: String } } })
})

t.test('defaults are immutable', async t => {
  const { registry } = aRegistry()
  registry.route('a/v1', '/x', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args,
        permission: 'public',
        handler: ({ params }) => ({ body: Object.isFrozen(params.list) }),
      }),
    ],
  })
  const { body } = await registry.dispatch({ method: 'GET', path: '/a/v1/x' })
  t.equal(body, true)
})

const { registry } = aRegistry()
registry.route('a/v1', '/{id}', {
  endpoints: [
    endpoint({
      methods: 'POST',
      args: {
        id: { type: 'integer', required: true },
        first: { type: 'string', required: true },
        second: { type: ['integer', 'null'], required: true },
        third: { type: 'string', required: true, default: 'x' },
        constructor: { type: 'string' },
      },
      permission: () => false,
      handler: () => ({ body: {} }),
    }),
    endpoint({
      methods: 'PUT',
      args: { first: { type: 'integer', required: true }, second: { type: ['integer', 'null'], required: true } },
      skipValidation: ['first', 'second'],
      permission: 'public',
      handler: () => ({ body: {} }),
    }),
  ],
})

t.test('null counts as missing unless the schema accepts it', async t => {
  for (const [value, missing] of [
    [{ first: null, second: null }, ['first']],
    [{ first: 'x', second: null }, undefined],
  ] as const) {
    const { status, body } = await registry.dispatch({ method: 'PUT', path: '/a/v1/7', body: { kind: 'json', value } })
    t.equal(status, missing === undefined ? 200 : 400)
    if (missing !== undefined) t.match(body, { code: 'rest_missing_callback_param', data: { params: missing } })
  }
})

const sent: { body: unknown; status: number; code: string; missing?: string[] }[] = [
  { body: {}, status: 400, code: 'rest_missing_callback_param', missing: ['first', 'second'] },
  { body: { first: 'a' }, status: 400, code: 'rest_missing_callback_param', missing: ['second'] },
  { body: { first: 5 }, status: 400, code: 'rest_missing_callback_param', missing: ['second'] },
  { body: { first: '', second: null }, status: 401, code: 'rest_forbidden' },
  { body: { first: 'a', second: 'x' }, status: 400, code: 'rest_invalid_param' },
]

for (const { body, status, code, missing } of sent) {
  t.test(`given ${JSON.stringify(body)}`, async t => {
    const answer = await registry.dispatch({ method: 'POST', path: '/a/v1/7', body: { kind: 'json', value: body } })
    t.match(answer.body, { code, data: { status, ...(missing === undefined ? {} : { params: missing }) } })
  })
}

const { paramSources } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/param-sources.js')>('dispatch/param-sources.js')

const endpointOf = (args: Args) => {
  const { registry } = aRegistry()
  registry.get('a/v1', '/{id}', { args, permission: 'public', handler: () => ({ body: 1 }) })
  return registry.routes().find(route => route.path.pattern.includes('id'))?.endpoints[0] as Endpoint
}

t.test('the body precedes the query, and the query the path; empty sources are omitted', async t => {
  t.same(paramSources(endpointOf({}), { a: 1 }, { a: 2 }, { id: '7' }), [{ a: 1 }, { a: 2 }, { id: 7 }])
  t.same(paramSources(endpointOf({}), {}, {}, {}), [])
  t.strictSame(paramSources(endpointOf({ id: { type: 'string' } }), {}, {}, { id: '07' }), [{ id: '07' }])
})

const QUERIES: readonly (readonly [query: string, isCached: boolean])[] = [
  ['', true],
  ['a=1', true],
  ['a', true],
  ['page=2&cursor=x', true],
  ['list[]=1&list[]=2', true],
  ['list%5B0%5D=1&list%5b1%5d=2', true],
  ['_fields=a&_embed&_envelope=1', true],
  ['b=1', false],
  ['a=1&b', false],
  ['A=1', false],
  ['%61=1', false],
  ['a+=1', false],
  ['a=1&a=2', false],
  ['a=1&&page=1', false],
  ['&', false],
  ['=1', false],
  ['__proto__=1', false],
  ['context=view', false],
]

t.test('responses are cached for queries of declared parameters, each once', async t => {
  for (const [query, isCached] of QUERIES) {
    const keys: string[] = []
    const { registry } = aRegistry({
      cache: {
        get: () => undefined,
        renewal: () => undefined,
        async compute(key, compute) {
          const { response, isCacheable } = await compute()
          if (isCacheable) keys.push(key)
          return response
        },
      },
    })
    registry.route('a/v1', '/b', {
      endpoints: [
        endpoint({
          methods: 'GET',
          cacheable: true,
          args: {
            a: { type: 'string' },
            list: { type: 'array', items: { type: 'string' } },
            page: { type: 'integer' },
          },
          permission: 'public',
          handler: () => ({ body: {} }),
        }),
      ],
    })
    t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/b', query })).status, 200, query)
    t.equal(keys.length, isCached ? 1 : 0, query)
  }
})

t.test('a query of a call in process may be any object', async t => {
  const { registry } = aRegistry({})
  registry.get('a/v1', '/b', { permission: 'public', args: { a: { type: 'string' } }, handler: () => ({ body: 1 }) })
  const query = Object.assign(Object.create(null), { a: '1' })
  t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/b', query })).status, 200)
})

const LIMITS: QueryLimits = {
  maxTextLength: 20,
  maxItems: 5,
  maxDepth: 3,
  maxQueryLength: 60,
  maxPathLength: 30,
  maxEmbedTime: 2000,
}

function aSite(limits?: Partial<QueryLimits>) {
  const { registry, errors } = aRegistry({ limits })
  registry.route('a/v1', '/words', {
    endpoints: [
      endpoint({
        methods: ['GET', 'POST'],
        args: {
          word: { type: 'string' },
          list: { type: 'array', items: { type: 'string' } },
          map: { type: ['object', 'array'] },
        },
        permission: 'public',
        handler: ({ params }) => ({ body: { word: params['word'] ?? '', list: params['list'] ?? [] } }),
      }),
    ],
  })
  registry.route('a/v1', '/words/{word:.+}', {
    endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: {} }) })],
  })
  return { registry, errors }
}

const long = 'x'.repeat(21)
const nest = (depth: number) => '[a]'.repeat(depth)

for (const [query, refused, reason] of [
  [`word=${'x'.repeat(20)}`, undefined, ''],
  [`word=${long}`, 'word', 'rest_too_long'],
  [`unknown=${long}`, 'unknown', 'rest_too_long'],
  [`_jsonp=${long}`, '_jsonp', 'rest_too_long'],
  ['list=1,2,3,4,5', undefined, ''],
  ['list=1,2,3,,+4,5,', undefined, ''],
  ['list=1,2,3,4,5,6', 'list', 'rest_too_many_items'],
  ['list=1+2+3+4+5+6', 'list', 'rest_too_many_items'],
  [`list=${'abc,'.repeat(5)}${'x'.repeat(15)}`, 'list', 'rest_too_many_items'],
  [`list=a,${long}`, 'list', 'rest_too_long'],
  ['list[]=1&list[]=2&list[]=3&list[]=4&list[]=5&list[]=6', 'list', 'rest_too_many_items'],
  ['list[]=1,2,3&list[]=4,5,6', 'list', 'rest_too_many_items'],
  ['_fields=a,b,c,d,e,f', '_fields', 'rest_too_many_items'],
  ['_embed[]=a&_embed=b,b,b,b,b,b', '_embed', 'rest_too_many_items'],
  [`map${nest(3)}=1`, undefined, ''],
  [`map${nest(4)}=1`, 'map', 'rest_too_deep'],
  [`map${nest(4).replaceAll('[', '%5B')}=1`, 'map', 'rest_too_deep'],
  ['word=aaaaaaaaaaaaaaaaaaaa&a=aaaaaaaaaaaaaaaaaaaa&b=bbbbbbbbbbbbbbb', 'word', 'rest_too_long'],
  [`${long.repeat(3)}=a`, long.repeat(3), 'rest_too_long'],
] as const) {
  t.test(query, async t => {
    const { registry, errors } = aSite(LIMITS)
    for (const method of ['GET', 'POST']) {
      const { status, body } = await registry.dispatch({ method, path: '/a/v1/words', query })
      t.equal(status, refused === undefined ? 200 : 400, method)
      if (refused === undefined) continue
      t.match(body, { code: 'rest_invalid_param', data: { details: { [refused]: { code: reason } } } })
      t.strictSame(Object.keys((body as { data: { params: object } }).data.params), [refused])
    }
    t.strictSame(errors, [])
    t.equal((await aSite().registry.dispatch({ method: 'GET', path: '/a/v1/words', query })).status, 200, 'by default')
  })
}

t.test('bodies are limited only in place of a query', async t => {
  const { registry } = aSite(LIMITS)
  const headers = { 'content-type': 'application/json' }
  const body = { kind: 'text', text: JSON.stringify({ word: long }) } as const
  const sent = { method: 'POST', path: '/a/v1/words', headers, body } as const
  t.equal((await registry.dispatch(sent)).status, 200)
  t.equal((await registry.dispatch({ ...sent, query: '_method=GET' })).status, 400)
  t.equal((await registry.dispatch({ ...sent, headers: { ...headers, 'x-http-method-override': 'get' } })).status, 400)
})

t.test('query objects are not limited', async t => {
  const { registry } = aSite(LIMITS)
  t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/words', query: { word: long } })).status, 200)
})

t.test('paths', async t => {
  const { registry } = aSite(LIMITS)
  const statusOf = async (path: string) => (await registry.dispatch({ method: 'GET', path })).status
  t.equal(await statusOf('/a/v1/words/some'), 200)
  t.equal(await statusOf(`/a/v1/words/${long}`), 404)
  t.equal(await statusOf(`/a/v1/words/${'%61'.repeat(18)}`), 200, 'decoded')
})

t.test('limits are not shown', async t => {
  const { registry } = aSite(LIMITS)
  const { body } = await registry.dispatch({ method: 'OPTIONS', path: '/a/v1/words' })
  t.notMatch(JSON.stringify(body), /maxLength|maxItems/)
})

t.test('a limit that is undefined has its default', async t => {
  const limits: object = { maxTextLength: undefined }
  const { registry } = aSite(limits)
  const { status } = await registry.dispatch({
    method: 'GET',
    path: '/a/v1/words',
    query: `word=${'x'.repeat(10_001)}`,
  })
  t.equal(status, 400)
})
