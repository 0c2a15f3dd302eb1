import { endpoint, type ResponseCache, type RestRequest, type RestResponse } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const base = 'https://site.example/cms-json'

function aSite() {
  const kept = new Map<string, RestResponse>()
  const cache: ResponseCache = {
    get: key => kept.get(key),
    renewal: () => undefined,
    async compute(key, compute) {
      const { response, isCacheable } = await compute()
      response.text()
      if (isCacheable) kept.set(key, response)
      return response
    },
  }
  const { registry } = aRegistry({ cache })
  const calls: string[] = []
  const get = (path: string, pure: boolean, capability?: string) =>
    registry.route('a/v1', path, {
      endpoints: [
        endpoint({
          methods: ['GET', 'POST'],
          cacheable: pure,
          args: {
            a: { type: 'string' },
            list: { type: 'array', items: { type: 'string' } },
            page: { type: 'integer' },
          },
          permission: capability === undefined ? 'public' : { capability },
          handler(request) {
            calls.push(request.path)
            if (request.query['fail'] !== undefined) throw new Error('this once')
            return {
              body: { call: calls.length },
              state: { version: 1, modified: Date.UTC(2025, 0, 2) },
              links: {
                pure: [{ href: `${base}/a/v1/other`, embeddable: true }],
                not: [{ href: `${base}/a/v1/changing`, embeddable: true }],
                refused: [{ href: `${base}/a/v1/secret`, embeddable: true }],
                failing: [{ href: `${base}/a/v1/other?fail=1`, embeddable: true }],
              },
            }
          },
        }),
      ],
    })
  get('/pure', true)
  get('/other', true)
  get('/changing', false)
  get('/secret', true, 'know')
  const send = (request: Partial<RestRequest> = {}) =>
    registry.dispatch({ method: 'GET', path: '/a/v1/pure', ...request })
  return { send, calls, kept }
}

const asked: { name: string; request: Partial<RestRequest>; kept: boolean }[] = [
  { name: 'a pure answer', request: {}, kept: true },
  { name: 'one with a query', request: { query: '_fields=call&a=1' }, kept: true },
  { name: 'one with lists', request: { query: 'list[]=1&list%5B%5D=2&page=1&cursor=x' }, kept: true },
  { name: 'one with a parameter that is not declared', request: { query: '_fields=call&b=1' }, kept: false },
  { name: 'one with an escaped name', request: { query: '%61=1' }, kept: false },
  { name: 'one with a repeated parameter', request: { query: 'a=1&a=1' }, kept: false },
  { name: 'one with an empty part', request: { query: 'a=1&' }, kept: false },
  { name: 'one with a name of a prototype', request: { query: 'constructor=1&__proto__=1' }, kept: false },
  { name: 'one with capitals in the path', request: { path: '/a/V1/Pure' }, kept: false },
  { name: 'one in an envelope', request: { query: '_envelope' }, kept: true },
  { name: 'one for a callback', request: { query: '_jsonp=cb' }, kept: true },
  { name: 'one to HEAD', request: { method: 'HEAD' }, kept: true },
  { name: 'one with something pure in it', request: { query: '_embed=pure' }, kept: true },
  { name: 'one with something in it that is not', request: { query: '_embed=not' }, kept: false },
  { name: 'one with a refusal in it', request: { query: '_embed=refused' }, kept: true },
  { name: 'one with a failure in it', request: { query: '_embed=failing' }, kept: false },
  { name: 'an answer that is not pure', request: { path: '/a/v1/changing' }, kept: false },
  { name: 'an answer to somebody', request: { headers: { 'x-user': 'read' } }, kept: false },
  { name: 'an answer to a change', request: { method: 'POST' }, kept: false },
  { name: 'an answer to a body', request: { body: { kind: 'json', value: { a: 1 } } }, kept: false },
  { name: 'a refusal', request: { path: '/a/v1/secret' }, kept: false },
  { name: 'an answer in process', request: { query: { a: '1' } }, kept: false },
  { name: 'a failure', request: { query: 'fail' }, kept: false },
  { name: 'a failure in an envelope', request: { query: 'fail&_envelope' }, kept: false },
  { name: 'no route', request: { path: '/a/v1/nowhere' }, kept: false },
]

for (const { name, request, kept: keeps } of asked) {
  t.test(`${keeps ? 'caches' : 'does not cache'} ${name}`, async t => {
    const { send, kept, calls } = aSite()
    const first = await send(request)
    t.equal(kept.size, keeps ? 1 : 0)
    const before = calls.length
    const second = await send(request)
    if (keeps) {
      t.equal(calls.length, before)
      t.equal(second.text(), first.text())
      t.same(second.headers, first.headers)
    }
  })
}

t.test('different requests have different keys', async t => {
  const { send, kept } = aSite()
  const texts = new Set<string>()
  for (const request of [{}, { query: 'a=1' }, { query: '_fields=x' }, { method: 'HEAD' }, { path: '/a/v1/other' }])
    texts.add((await send(request)).text())
  t.equal(kept.size, 5)
  t.equal(texts.size, 5)
})

t.test('a request with other parameters gets its own answer, and leaves no trace', async t => {
  const { send, kept, calls } = aSite()
  await send({ query: 'a=1' })
  for (let value = 0; value < 50; value++) {
    const { headers, status } = await send({ query: `a=1&other=${value}` })
    t.equal(status, 200)
    t.ok(headers['ETag'])
  }
  t.equal(kept.size, 1)
  t.equal(calls.length, 51)
})

t.test('authenticated callers do not get cached responses', async t => {
  const { send, calls } = aSite()
  await send()
  await send({ headers: { 'x-user': 'read' } })
  t.equal(calls.length, 2)
})

t.test('a cached response may be a 304', async t => {
  const { send, calls } = aSite()
  const { headers } = await send()
  const tag = headers['ETag'] as string
  t.equal((await send({ headers: { 'if-none-match': tag } })).status, 304)
  t.equal((await send({ headers: { 'if-modified-since': headers['Last-Modified'] } })).status, 304)
  t.equal((await send({ headers: { 'if-none-match': '"other"' } })).status, 200)
  t.equal(calls.length, 1)
})

function aRoute() {
  const { registry } = aRegistry()
  let checks = 0
  registry.get('a/v1', '/items/{id}', {
    args: { n: { type: 'integer', default: 1 } },
    validators: { n: () => void checks++ },
    permission: ({ principal, params }) => params.id !== 2 || principal.can('read'),
    handler: ({ params, query, principal, path }) => ({ body: { ...params, query, path, by: principal.id } }),
  })
  const get = (target: string, user?: string) => {
    const [path = '', query] = target.split('?')
    return registry.dispatch({ method: 'GET', path, query, headers: user === undefined ? {} : { 'x-user': user } })
  }
  return { registry, get, checks: () => checks }
}

t.test('a cached resolution gives the same response', async t => {
  for (const target of [
    '/a/v1/items/1',
    '/a/v1/items/1?n=2&x[y]=z',
    '/a/v1/items/%31/?n=2',
    '/a/v1/items/1?n=x',
    '/a/v1/none',
  ]) {
    const { get } = aRoute()
    const first = await get(target)
    const { resolvedRequests } = aRoute().registry.dispatchContext
    t.equal(resolvedRequests.get({ method: 'GET', path: target }), undefined)
    const again = await get(target)
    t.strictSame([again.status, again.body, again.headers], [first.status, first.body, first.headers], target)
  }
})

t.test('callers are authenticated and validators run each time', async t => {
  const { get, checks } = aRoute()
  const statuses: number[] = []
  for (const user of ['read', undefined, 'read']) statuses.push((await get('/a/v1/items/2?n=3', user)).status)
  t.same(statuses, [200, 401, 200])
  t.equal(checks(), 3)
})

t.test('only a GET without a body is cached, and a new route clears the cache', async t => {
  const { registry, get } = aRoute()
  const { resolvedRequests } = registry.dispatchContext
  const request = { method: 'GET', path: '/a/v1/items/1', query: 'n=2' }
  await get('/a/v1/items/1?n=2')
  t.match(resolvedRequests.get(request), { target: { path: '/a/v1/items/1' }, error: undefined })
  t.equal(resolvedRequests.get({ ...request, method: 'HEAD' }), undefined)
  t.equal(resolvedRequests.get({ ...request, body: { kind: 'json', value: {} } }), undefined)
  registry.get('a/v1', '/other', { permission: 'public', handler: () => ({ body: 1 }) })
  t.equal(resolvedRequests.get(request), undefined)
})
