import {
  anonymous,
  createMemo,
  createRegistry,
  type Dispatch,
  endpoint,
  type HandlerRequest,
  memoKey,
  type RestRequest,
} from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const { registry } = aRegistry()
registry.route('a/v1', '/{word:[^/]+}', {
  endpoints: [
    endpoint({
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      permission: 'public',
      handler: ({ method, path, params }) => ({ body: { method, path, params }, headers: { 'X-Method': method } }),
    }),
  ],
})

const overrides: { name: string; request: Partial<RestRequest>; method: string | undefined }[] = [
  { name: 'nothing', request: {}, method: 'POST' },
  { name: 'a method in lower case', request: { method: 'post' }, method: 'POST' },
  { name: 'a parameter', request: { query: '_method=DELETE' }, method: 'DELETE' },
  { name: 'a parameter in lower case', request: { query: '_method=patch' }, method: 'PATCH' },
  { name: 'a header', request: { headers: { 'x-http-method-override': 'PUT' } }, method: 'PUT' },
  {
    name: 'a parameter and a header',
    request: { query: '_method=PATCH', headers: { 'x-http-method-override': 'DELETE' } },
    method: 'PATCH',
  },
  { name: 'GET', request: { query: '_method=GET' }, method: 'GET' },
  { name: 'a method of nobody', request: { query: '_method=BOGUS' }, method: undefined },
  { name: 'an empty text', request: { query: '_method=' }, method: undefined },
  { name: 'an empty header', request: { headers: { 'x-http-method-override': '' } }, method: undefined },
  { name: 'a method and a space', request: { query: '_method=DELETE%20' }, method: undefined },
  { name: 'two methods', request: { query: '_method=PATCH,DELETE' }, method: undefined },
  { name: 'a zero', request: { query: '_method=0' }, method: undefined },
  { name: 'a list', request: { query: '_method[]=DELETE' }, method: 'POST' },
  { name: 'a member of the body', request: { body: { kind: 'json', value: { _method: 'DELETE' } } }, method: 'POST' },
  { name: 'a parameter on PUT', request: { method: 'PUT', query: '_method=DELETE' }, method: 'PUT' },
  {
    name: 'a header on GET',
    request: { method: 'GET', headers: { 'x-http-method-override': 'DELETE' } },
    method: 'GET',
  },
]

for (const { name, request, method } of overrides) {
  t.test(`overriding the method with ${name}`, async t => {
    const { status, headers } = await registry.dispatch({ method: 'POST', path: '/a/v1/x', ...request })
    t.equal(status, method === undefined ? 404 : 200)
    t.equal(headers['X-Method'], method)
  })
}

t.test('HEAD is GET without a body', async t => {
  const { status, headers, body, text } = await registry.dispatch({ method: 'HEAD', path: '/a/v1/x' })
  t.equal(status, 200)
  t.equal(headers['X-Method'], 'GET')
  t.equal(body, undefined)
  t.equal(text(), '')
})

const paths: { path: string; matched: string | undefined }[] = [
  { path: '/a/v1/x', matched: '/a/v1/x' },
  { path: '/a/v1/x/', matched: '/a/v1/x' },
  { path: '/a/v1/x//', matched: '/a/v1/x' },
  { path: '//a///v1/x', matched: '/a/v1/x' },
  { path: '/A/V1/X', matched: '/A/V1/X' },
  { path: '/a/v1/%78', matched: '/a/v1/x' },
  { path: '/a%2Fv1%2Fx', matched: '/a/v1/x' },
  { path: '/a/v1/caf%C3%A9', matched: '/a/v1/café' },
  { path: '/a/v1/%2578', matched: '/a/v1/%78' },
  { path: '/a/v1/100%', matched: '/a/v1/100%' },
  { path: '/a/v1/%FF', matched: '/a/v1/%FF' },
  { path: '/a/v1', matched: undefined },
  { path: '', matched: undefined },
  { path: 'a/v1/x', matched: undefined },
]

for (const { path, matched } of paths) {
  t.test(`the path ${path}`, async t => {
    const { body } = await registry.dispatch({ method: 'GET', path })
    t.equal((body as { path?: string }).path, matched)
  })
}

const queries: { name: string; query: RestRequest['query']; params: Record<string, unknown> }[] = [
  { name: 'none', query: undefined, params: { word: 'x' } },
  { name: 'text', query: 'a[]=1&b=%26', params: { word: 'x', a: ['1'], b: '&' } },
  { name: 'values as they are', query: { a: [1, true], b: '%26' }, params: { word: 'x', a: [1, true], b: '%26' } },
]

for (const { name, query, params } of queries) {
  t.test(`a query of ${name}`, async t => {
    const { text } = await registry.dispatch({ method: 'GET', path: '/a/v1/x', query })
    t.strictSame(JSON.parse(text()).params, params)
  })
}

const { matchRoute, noRoute } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/match-route.js')>('dispatch/match-route.js')

const { registry: matchRouteRegistry } = aRegistry()
matchRouteRegistry.get('a/v1', '/items/{id}', { permission: 'public', handler: () => ({ body: 1 }) })
const { router, limits } = matchRouteRegistry.dispatchContext
const match = (method: string, path: string, maxPathLength = limits.maxPathLength) =>
  matchRoute({ method, path, head: false, query: {} }, { router, limits: { ...limits, maxPathLength } })

t.test('a path and a method select an endpoint; OPTIONS selects only the route', async t => {
  t.match(match('GET', '/a/v1/items/7'), { params: { id: '7' }, endpoint: { methods: ['GET'] } })
  t.match(match('OPTIONS', '/a/v1/items/7'), { route: {}, endpoint: undefined })
  t.equal(match('PUT', '/a/v1/items/7'), undefined)
  t.equal(match('GET', '/a/v1/items/x'), undefined)
  t.equal(match('OPTIONS', '/nowhere'), undefined)
  t.equal(match('GET', '/a/v1/items/7', 5), undefined, 'a path that is too long')
  t.match(noRoute({ path: '/nowhere' }, { router, limits }), { code: 'rest_no_route', status: 404 })
})

t.test('a request resolves to its route, endpoint and arguments, or to an error', async t => {
  const { registry } = aRegistry()
  registry.get('a/v1', '/x', { args: { n: { type: 'integer' } }, permission: 'public', handler: () => ({ body: 1 }) })
  const { resolve } = registry.dispatchContext
  const path = '/a/v1/x'
  t.match(await resolve({ method: 'GET', path, query: 'n=2' }, anonymous), {
    route: { path: { pattern: path } },
    endpoint: { methods: ['GET'] },
    request: { params: { n: 2 } },
    error: undefined,
  })
  t.match(await resolve({ method: 'GET', path, query: 'n=x' }, anonymous), { error: { code: 'rest_invalid_param' } })
  t.strictSame(await resolve({ method: 'OPTIONS', path: '/none' }, anonymous), { error: undefined })
  t.match(await resolve({ method: 'OPTIONS', path }, anonymous), {
    endpoint: undefined,
    request: { method: 'OPTIONS' },
  })
  t.match(await resolve({ method: 'GET', path: '/none' }, anonymous), { error: { code: 'rest_no_route' } })
})

const { changedRequest, IncomingRequest } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/incoming-request.js')>(
    'dispatch/incoming-request.js',
  )

const { noBody } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/read-body.js')>('dispatch/read-body.js')
const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'about:cms/' }
const key = memoKey<number>('n')

function aRequest(head = false, origin?: HandlerRequest) {
  const dispatched: unknown[] = []
  const abort = new AbortController()
  const request = { method: 'GET', path: '/x', secure: true, remoteAddress: '192.0.2.1', signal: abort.signal }
  const target = { method: 'GET', head, path: '/x', query: { _fields: 'a' } }
  const input = { query: target.query, sources: [{ a: 1, b: undefined }], params: { a: 1, c: 2 }, body: noBody }
  const dispatch = (async (inner: unknown) => {
    dispatched.push(inner)
    return { status: 200, headers: {}, body: {}, text: () => '' }
  }) as unknown as Dispatch
  const made = new IncomingRequest({ request, target, route: '/x', principal: anonymous, origin }, input, {
    dispatch,
    names,
  })
  return { made, dispatched, abort }
}

t.test('has() is true for sent parameters, not for defaults', async t => {
  const { made } = aRequest()
  t.same(
    ['a', 'b', 'c', 'toString'].filter(name => made.has(name)),
    ['a'],
  )
  t.ok(made.fields.wants('a') && !made.fields.wants('b'))
  t.notOk(aRequest(true).made.fields.wants('a'), 'HEAD wants nothing')
})

t.test('a handler calls the interface as the same caller', async t => {
  const { made, dispatched } = aRequest()
  await made.dispatch({ method: 'GET', path: '/y' })
  t.match(dispatched, [{ path: '/y', principal: anonymous, secure: true, remoteAddress: '192.0.2.1' }])
})

t.test('a changed request has the same signal, and marks the original as incomplete', async t => {
  const { made, abort } = aRequest()
  t.equal(
    made.once(key, () => 1),
    1,
  )
  const changed = changedRequest(made, { params: { a: 2 }, once: createMemo() })
  t.equal(
    changed.once(key, () => 2),
    2,
  )
  t.equal(
    made.once(key, () => 3),
    1,
  )
  t.same([made.params, changed.params], [{ a: 1, c: 2 }, { a: 2 }])
  abort.abort()
  t.equal(changed.signal?.aborted, true)
  changed.markIncomplete()
  t.equal(made.incomplete, true)
})

t.test('what waits for the answer is called once, for an embedded request with that of its origin', async t => {
  const { made } = aRequest()
  const called: string[] = []
  const errors: unknown[] = []
  made.onceAnswered(() => called.push('first'))
  changedRequest(made, { params: {} }).onceAnswered(() => {
    throw new Error('failed')
  })
  const embedded = aRequest(false, made).made
  embedded.onceAnswered(() => called.push('embedded'))
  embedded.endAnswer(error => errors.push(error))
  t.strictSame(called, [])
  made.endAnswer(error => errors.push(error))
  made.endAnswer(error => errors.push(error))
  t.strictSame(called, ['first', 'embedded'])
  t.match(errors, [{ message: 'failed' }])
  embedded.onceAnswered(() => called.push('late'))
  t.strictSame(called, ['first', 'embedded', 'late'], 'what comes too late is called at once')
})

t.test('a request is answered with its response, even with an error', async t => {
  const called: string[] = []
  const registry = createRegistry({ baseUrl: 'https://site.example/cms-json', onError: () => {} })
  for (const name of ['fine', 'failing'])
    registry.route('cms/v2', `/${name}`, {
      endpoints: [
        endpoint({
          methods: 'GET',
          permission: 'public',
          handler(request) {
            request.onceAnswered(() => called.push(name))
            if (name === 'failing') throw new Error('failed')
            return { body: [...called] }
          },
        }),
      ],
    })
  t.match(await registry.dispatch({ method: 'GET', path: '/cms/v2/fine' }), { status: 200, body: [] })
  t.strictSame(called, ['fine'])
  t.match(await registry.dispatch({ method: 'GET', path: '/cms/v2/failing' }), { status: 500 })
  t.strictSame(called, ['fine', 'failing'])
})
