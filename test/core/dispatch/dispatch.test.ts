import { type Authenticator, type CallResult, endpoint, memoKey, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry, somebody } from '../a-registry.js'

t.test('authenticators run in order until one finds a principal', async t => {
  const asked: string[] = []
  const one = (name: string, answer: Awaited<ReturnType<Authenticator['authenticate']>>): Authenticator => ({
    name,
    async authenticate() {
      asked.push(name)
      return answer
    },
  })
  const whoami = endpoint({
    methods: 'GET',
    permission: 'public',
    handler: ({ principal }) => ({ body: principal.id }),
  })
  const known = aRegistry({
    authenticators: [one('first', undefined), one('second', { ...somebody(), id: 7 }), one('third', undefined)],
  }).registry
  known.route('a/v1', '/me', { endpoints: [whoami] })
  t.equal((await known.dispatch({ method: 'GET', path: '/a/v1/me' })).body, 7)
  t.same(asked, ['first', 'second'])
  t.equal((await known.dispatch({ method: 'GET', path: '/a/v1/me', principal: { ...somebody(), id: 9 } })).body, 9)
  t.equal(asked.length, 2, 'a caller in process is known')

  const nobody = aRegistry({ authenticators: [one('fourth', undefined)] }).registry
  nobody.route('a/v1', '/me', { endpoints: [whoami] })
  t.equal((await nobody.dispatch({ method: 'GET', path: '/a/v1/me' })).body, 0)

  const refused = aRegistry({
    authenticators: [one('fifth', new RestError('locked', 'Locked out.', 429)), one('sixth', undefined)],
  }).registry
  refused.route('a/v1', '/me', { endpoints: [whoami] })
  t.match(await refused.dispatch({ method: 'GET', path: '/a/v1/me' }), { status: 429, body: { code: 'locked' } })
  t.match(await refused.dispatch({ method: 'GET', path: '/a/v1/me', query: '_envelope' }), {
    status: 200,
    body: { status: 429 },
  })
  t.notOk(asked.includes('sixth'))
})

t.test('an error of an authenticator is reported, and the response is neutral', async t => {
  const { registry, errors } = aRegistry({
    authenticators: [
      {
        name: 'broken',
        authenticate() {
          throw new Error('no connection')
        },
      },
    ],
  })
  t.match(await registry.dispatch({ method: 'GET', path: '/nowhere' }), {
    status: 500,
    body: { code: 'rest_internal_error' },
  })
  t.equal(errors.length, 1)
})

t.test('routes that require a login', async t => {
  const loginRequired = () =>
    new RestError('empty_username', 'Sign in.', 401, {
      dataless: true,
      additional: [new RestError('empty_password', 'Sign in.', null)],
    })
  const reply = () => ({ body: {} })
  const endpoints = [
    endpoint({ methods: 'GET', requiresLogin: true, permission: { capability: 'read' }, handler: reply }),
    endpoint({
      methods: 'POST',
      args: { n: { type: 'integer' } },
      requiresLogin: true,
      permission: { capability: 'read' },
      handler: reply,
    }),
    endpoint({ methods: 'PUT', permission: { capability: 'read' }, handler: reply }),
  ]
  const send = async (registry: ReturnType<typeof aRegistry>['registry'], method: string, query = '', who?: string) =>
    registry.dispatch({ method, path: '/a/v1/x', query, headers: who === undefined ? {} : { 'x-user': who } })

  const strict = aRegistry({ loginRequired }).registry
  strict.route('a/v1', '/x', { endpoints })
  const refusal = {
    status: 401,
    body: { code: 'empty_username', data: null, additional_errors: [{ code: 'empty_password', data: null }] },
  }
  t.match(await send(strict, 'GET'), refusal)
  t.match(await send(strict, 'POST'), refusal)
  t.match(await send(strict, 'POST', 'n=x'), refusal, 'before its arguments count')
  t.match(await send(strict, 'POST', 'n=x', 'read'), { status: 400, body: { code: 'rest_invalid_param' } })
  t.match(await send(strict, 'GET', '', 'other'), { status: 403, body: { code: 'rest_forbidden' } })
  t.match(await send(strict, 'GET', '', 'read'), { status: 200 })
  t.match(await send(strict, 'PUT'), { status: 401, body: { code: 'rest_forbidden' } })

  const usual = aRegistry().registry
  usual.route('a/v1', '/x', { endpoints })
  t.match(await send(usual, 'GET'), { status: 401, body: { code: 'rest_forbidden', data: { status: 401 } } })
  t.match(await send(usual, 'POST', 'n=x'), { status: 400, body: { code: 'rest_invalid_param' } })
})

t.test('the request of a handler', async t => {
  const { registry } = aRegistry()
  const controller = new AbortController()
  let given: Record<string, unknown> = {}
  registry.route('a/v1', '/items/{id}', {
    endpoints: [
      endpoint({
        methods: 'GET',
        permission: 'public',
        handler(request) {
          const { method, path, route, headers, remoteAddress, secure, signal, expectedVersion, body } = request
          given = { method, path, route, headers, remoteAddress, secure, signal, expectedVersion, body }
          return { body: {} }
        },
      }),
    ],
  })
  await registry.dispatch({
    method: 'HEAD',
    path: '/a/v1/items/%37/',
    headers: { 'x-note': 'n' },
    remoteAddress: '203.0.113.7',
    secure: true,
    signal: controller.signal,
  })
  t.same(given, {
    method: 'GET',
    path: '/a/v1/items/7',
    route: '/a/v1/items/(?P<id>[\\d]+)',
    headers: { 'x-note': 'n' },
    remoteAddress: '203.0.113.7',
    secure: true,
    signal: controller.signal,
    expectedVersion: undefined,
    body: undefined,
  })
})

t.test('a handler calls the interface as the same caller', async t => {
  const { registry } = aRegistry()
  registry.route('a/v1', '/inner', {
    endpoints: [
      endpoint({
        methods: 'POST',
        permission: { capability: 'read' },
        handler: ({ params, remoteAddress }) => ({ status: 201, body: { params, remoteAddress } }),
      }),
    ],
  })
  registry.route('a/v1', '/outer', {
    endpoints: [
      endpoint({
        methods: 'GET',
        permission: 'public',
        async handler(request) {
          const { status, body } = await request.dispatch({
            method: 'POST',
            path: '/a/v1/inner',
            body: { kind: 'json', value: { a: 1 } },
          })
          return { body: { status, body } }
        },
      }),
    ],
  })
  const send = async (headers: Record<string, string>) =>
    JSON.parse(
      (await registry.dispatch({ method: 'GET', path: '/a/v1/outer', headers, remoteAddress: '203.0.113.7' })).text(),
    )
  t.strictSame(await send({ 'x-user': 'read' }), {
    status: 201,
    body: { params: { a: 1 }, remoteAddress: '203.0.113.7' },
  })
  t.match(await send({}), { status: 401 })
})

t.test('once computes a value once per request', async t => {
  const { registry } = aRegistry()
  let computed = 0
  const number = memoKey<number>('n')
  const nothing = memoKey<string | undefined>('m')
  registry.route('a/v1', '/x', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { a: {} },
        validators: { a: (_, request) => void request.once(number, () => ++computed) },
        permission: request => request.once(number, () => ++computed) > 0,
        handler: request => ({
          body: [
            request.once(number, () => ++computed),
            request.once(nothing, () => undefined),
            request.once(nothing, () => 'again'),
          ],
        }),
      }),
    ],
  })
  for (const n of [1, 2])
    t.strictSame((await registry.dispatch({ method: 'GET', path: '/a/v1/x', query: 'a=1' })).body, [
      n,
      undefined,
      undefined,
    ])
})

const nowhere: { method: string; path: string; status: number }[] = [
  { method: 'GET', path: '/nowhere', status: 404 },
  { method: 'PATCH', path: '/a/v1/x', status: 404 },
  { method: 'PROPFIND', path: '/a/v1/x', status: 404 },
  { method: '', path: '/a/v1/x', status: 404 },
  { method: 'constructor', path: '/a/v1/x', status: 404 },
  { method: 'OPTIONS', path: '/nowhere', status: 200 },
]

for (const { method, path, status } of nowhere) {
  t.test(`${method} ${path} is a 404`, async t => {
    const { registry } = aRegistry()
    registry.route('a/v1', '/x', {
      endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: {} }) })],
    })
    const answer = await registry.dispatch({ method, path })
    t.equal(answer.status, status)
    if (status === 404) t.match(answer.body, { code: 'rest_no_route', data: { status: 404 } })
  })
}

t.test('the signal of a request reaches its handler, with and without preconditions', async t => {
  const { registry } = aRegistry()
  const signals: (AbortSignal | undefined)[] = []
  registry.route('a/v1', '/thing', {
    endpoints: [
      endpoint({
        methods: 'PUT',
        permission: 'public',
        state: () => ({ version: 1 }),
        handler(request) {
          signals.push(request.signal)
          return { body: {} }
        },
      }),
    ],
  })
  const { signal } = new AbortController()
  await registry.dispatch({ method: 'PUT', path: '/a/v1/thing', signal })
  await registry.dispatch({ method: 'PUT', path: '/a/v1/thing', signal, headers: { 'if-match': '"v1-0"' } })
  t.same(signals, [signal, signal])
})

t.test('permitted requests are admitted before their handlers run', async t => {
  const seen: string[] = []
  const { registry } = aRegistry({
    admit({ route, method }) {
      seen.push(`${method} ${route}`)
      if (route === '/a/v1/free') return undefined
      return Promise.reject(new RestError('slow', 'Slow down.', 429, { headers: { 'Retry-After': '7' } }))
    },
  })
  const handler = async () => {
    seen.push('handled')
    return { body: 1 }
  }
  registry.route('a/v1', '/free', { endpoints: [endpoint({ methods: 'GET', permission: 'public', handler })] })
  registry.route('a/v1', '/slow', { endpoints: [endpoint({ methods: 'GET', permission: 'public', handler })] })
  registry.route('a/v1', '/no', { endpoints: [endpoint({ methods: 'GET', permission: () => false, handler })] })
  const get = (path: string) => registry.dispatch({ method: 'GET', path })
  t.equal((await get('/a/v1/free')).status, 200)
  t.match(await get('/a/v1/slow'), { status: 429, headers: { 'Retry-After': '7' }, body: { code: 'slow' } })
  t.equal((await get('/a/v1/no')).status, 401)
  t.equal((await registry.dispatch({ method: 'OPTIONS', path: '/a/v1/slow' })).status, 200)
  t.same(seen, ['GET /a/v1/free', 'handled', 'GET /a/v1/slow'])
})

t.test('refusals of requests are reported, but not those of embedded ones', async t => {
  const seen: string[] = []
  const { registry } = aRegistry({
    onRefusal: ({ code }, { method, route }) => void seen.push(`${method} ${route} ${code}`),
  })
  const answer = (permission: 'public' | (() => boolean), links = {}) =>
    endpoint({ methods: ['GET', 'POST'], permission, handler: async () => ({ body: {}, links }) })
  const embeddable = { up: [{ href: `${registry.baseUrl}/a/v1/no`, embeddable: true }] }
  registry.route('a/v1', '/no', { endpoints: [answer(() => false)] })
  registry.route('a/v1', '/yes', { endpoints: [answer('public', embeddable)] })
  const send = (method: string, path: string, query = '') =>
    registry.dispatch({ method, path, query, principal: somebody() })
  t.equal((await send('POST', '/a/v1/no')).status, 403)
  t.equal((await send('GET', '/a/v1/nowhere')).status, 404)
  t.match(await send('GET', '/a/v1/yes', '_embed'), { body: { _embedded: { up: [{ code: 'rest_forbidden' }] } } })
  t.same(seen, ['POST /a/v1/no rest_forbidden'])
})

interface Sum {
  readonly sum: number
}

function adding() {
  const { registry } = aRegistry()
  registry.post('clock/v1', '/add', {
    args: { a: { type: 'integer', required: true }, b: { type: 'integer', default: 1 } },
    permission: 'public',
    handler: ({ params, headers, principal }) => ({
      status: 201,
      headers: { 'X-Seen': `${headers['x-word'] ?? ''} ${principal.id}` },
      body: { sum: params.a + params.b },
    }),
  })
  return registry
}

t.test('a success has the typed body', async t => {
  const result = await adding().call<Sum>('POST', '/clock/v1/add', { a: 2 }, { query: { b: 5 } })
  if (!result.ok) return t.fail('an error')
  const sum: number = result.body.sum
  t.equal(sum, 7)
  t.equal(result.status, 201)
})

t.test('an error is a result with a code', async t => {
  const result: CallResult<Sum> = await adding().call('POST', '/clock/v1/add', { a: 'two' })
  if (result.ok) return t.fail('no error')
  const code: string = result.body.code
  t.equal(code, 'rest_invalid_param')
  t.equal(result.status, 400)
})

t.test('headers and the caller reach the handler', async t => {
  const registry = adding()
  const as = { id: 7, authenticated: true, can: () => true }
  const result = await registry.call('POST', '/clock/v1/add', { a: 2 }, { as, headers: { 'x-word': 'hi' } })
  t.equal(result.headers['X-Seen'], 'hi 7')
  const authenticated = await registry.call('POST', '/clock/v1/add', { a: 2 }, { headers: { 'x-user': 'read' } })
  t.equal(authenticated.headers['X-Seen'], ' 1')
})

t.test('a resource with versions has a tag, on which a change is based', async t => {
  const { registry } = aRegistry()
  let version = 1
  const state = () => ({ version })
  const as = { id: 7, authenticated: true, can: () => true }
  registry.get('clock/v1', '/hands', { permission: 'public', handler: () => ({ body: {}, state: state() }) })
  registry.get('clock/v1', '/face', { permission: 'public', handler: () => ({ body: {} }) })
  registry.put('clock/v1', '/hands', {
    permission: 'public',
    state,
    handler: () => ({ body: { version: ++version } }),
  })
  for (const caller of [{ as }, {}]) {
    const { ETag = '' } = (await registry.call('GET', '/clock/v1/hands', undefined, caller)).headers
    t.match(ETag, `"v${version}-`)
    const move = () => registry.call('PUT', '/clock/v1/hands', {}, { ...caller, headers: { 'if-match': ETag } })
    t.equal((await move()).status, 200)
    t.equal((await move()).status, 412)
  }
  t.equal((await registry.call('GET', '/clock/v1/face', undefined, { as })).headers['ETag'], undefined)
})

t.test('a query may be text, and a call may have no body', async t => {
  const result = await adding().call<Sum>('POST', '/clock/v1/add', undefined, { query: 'a=2&b=3' })
  t.same(result.body, { sum: 5 })
})
