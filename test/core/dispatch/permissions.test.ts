import { type Authenticator, endpoint, type HandlerRequest, memoKey, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const { authenticate } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/authenticate.js')>('dispatch/authenticate.js')
const { anonymous } =
  await loadModule<typeof import('../../../packages/core/src/access/principal.js')>('access/principal.js')
const { RestError: ModuleRestError } =
  await loadModule<typeof import('../../../packages/core/src/rest-error.js')>('rest-error.js')

const request = { method: 'GET', path: '/' }
const signedIn = { id: 3, authenticated: true, can: () => false }

t.test('the first authenticator that finds a principal decides; without one, the caller is anonymous', async t => {
  const called: string[] = []
  const one = (name: string, found: ReturnType<Authenticator['authenticate']>): Authenticator => ({
    name,
    authenticate() {
      called.push(name)
      return found
    },
  })
  t.equal(await authenticate(request, []), anonymous)
  t.equal(await authenticate(request, [one('a', undefined), one('b', signedIn), one('c', undefined)]), signedIn)
  t.same(called, ['a', 'b'])
  await t.rejects(
    async () => authenticate(request, [one('d', new ModuleRestError('bad', 'Bad.', 401)), one('e', signedIn)]),
    {
      code: 'bad',
    },
  )
  t.same(called, ['a', 'b', 'd'])
  const waiting = { name: 'w', authenticate: async () => undefined }
  t.equal(await authenticate(request, [waiting, one('f', undefined), waiting, one('g', signedIn)]), signedIn)
  t.same(called.slice(3), ['f', 'g'], 'those that wait keep the order')
})

t.test('promises of other realms are awaited', async t => {
  const { runInNewContext } = await import('node:vm')
  const other = (found: unknown): Authenticator => ({
    name: 'other',
    authenticate: () => runInNewContext('Promise.resolve(found)', { found }),
  })
  t.equal(await authenticate(request, [other(undefined), other(signedIn)]), signedIn)
  t.equal(await authenticate(request, [other(undefined)]), anonymous)
  await t.rejects(async () => authenticate(request, [other(new ModuleRestError('bad', 'Bad.', 401))]), {
    code: 'bad',
  })
})

t.test('a given principal skips authenticators', async t => {
  const refuse = { name: 'x', authenticate: () => new ModuleRestError('bad', 'Bad.', 401) }
  t.equal(await authenticate({ ...request, principal: signedIn }, [refuse]), signedIn)
})

const routeOf = (permission: Permission, requiresLogin = false) => {
  const { registry } = aRegistry({ loginRequired: () => new RestError('sign_in', 'Sign in.', 401) })
  registry.post('a/v1', '/x', { permission, requiresLogin, handler: () => ({ body: 1 }) })
  return async (user?: string) => {
    const { status, body } = await registry.dispatch<{ code?: string }>({
      method: 'POST',
      path: '/a/v1/x',
      headers: user === undefined ? {} : { 'x-user': user },
    })
    return `${status} ${body.code ?? ''}`.trim()
  }
}
type Permission = Parameters<ReturnType<typeof aRegistry>['registry']['post']>[2]['permission']

t.test('false is 401 for anonymous callers and 403 for others, an error is sent as it is', async t => {
  const refused = routeOf(() => false)
  t.same([await refused(), await refused('read')], ['401 rest_forbidden', '403 rest_forbidden'])
  t.equal(await routeOf(() => new RestError('no', 'No.', 418))('read'), '418 no')
  t.equal(await routeOf(async () => true)(), '200')
  t.equal(await routeOf({ capability: 'write' })('write'), '200')
})

t.test('a route that requires a login has its own error for anonymous callers', async t => {
  const members = routeOf('public', true)
  t.same([await members(), await members('read')], ['401 sign_in', '200'])
})

const loadedRecord = memoKey<Promise<number>>('record')
const isThere = memoKey<boolean>('there')

const reply = () => ({ body: {} })

t.test('Allow lists the methods that the caller may use', async t => {
  const { registry } = aRegistry()
  registry.route('a/v1', '/{id}', {
    endpoints: [
      endpoint({ methods: 'GET', permission: 'public', handler: reply }),
      endpoint({ methods: ['POST', 'PUT'], permission: { capability: 'edit' }, handler: reply }),
      endpoint({
        methods: 'DELETE',
        permission: ({ params }) => (params as { id?: number }).id === 7,
        handler: reply,
      }),
      endpoint({
        methods: 'PATCH',
        permission: () => {
          throw new Error('not for this request')
        },
        handler: reply,
      }),
    ],
  })
  const cases: [method: string, path: string, who: string | undefined, allow: string][] = [
    ['GET', '/a/v1/1', undefined, 'GET'],
    ['GET', '/a/v1/7', undefined, 'GET, DELETE'],
    ['GET', '/a/v1/1', 'edit', 'GET, POST, PUT'],
    ['HEAD', '/a/v1/1', 'edit', 'GET, POST, PUT'],
    ['OPTIONS', '/a/v1/1', 'edit', 'GET, POST, PUT'],
    ['PUT', '/a/v1/1', undefined, 'GET'],
    ['DELETE', '/a/v1/1', 'read', 'GET'],
  ]
  for (const [method, path, who, allow] of cases) {
    const { headers } = await registry.dispatch({ method, path, headers: who === undefined ? {} : { 'x-user': who } })
    t.equal(headers['Allow'], allow, `${method} ${path} by ${who}`)
  }
})

t.test('OPTIONS has the arguments of a query', async t => {
  const { registry } = aRegistry()
  const asked: unknown[] = []
  registry.route('a/v1', '/{id}', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { id: { type: 'integer' }, ids: { type: 'array', items: { type: 'integer' } }, as: { type: 'string' } },
        permission({ params }) {
          asked.push({ ...params })
          return params['as'] === 'me'
        },
        handler: reply,
      }),
    ],
  })
  const allow = async (query: string) =>
    (await registry.dispatch({ method: 'OPTIONS', path: '/a/v1/7', query })).headers['Allow']
  t.equal(await allow('as=me'), 'GET')
  t.equal(await allow('as=you'), undefined)
  t.equal(await allow(''), undefined)
  t.equal(await allow('ids=1,2&as=me&other=x'), 'GET')
  t.equal(await allow('ids=x&as=me'), 'GET', 'invalid ones are left out')
  t.equal(await allow(`as=me&ids=${'1,'.repeat(20_000)}`), undefined, 'a query beyond the limits has none')
  t.strictSame(asked.slice(0, 5), [
    { id: 7, as: 'me' },
    { id: 7, as: 'you' },
    { id: 7 },
    { id: 7, ids: [1, 2], as: 'me', other: 'x' },
    { id: 7, as: 'me' },
  ])
})

t.test('there is no Allow without allowed methods or a route', async t => {
  const { registry } = aRegistry()
  registry.route('a/v1', '/x', { endpoints: [endpoint({ methods: 'GET', permission: () => false, handler: reply })] })
  t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/x' })).headers['Allow'], undefined)
  t.equal((await registry.dispatch({ method: 'PUT', path: '/a/v1/x' })).headers['Allow'], undefined)
  t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/y' })).headers['Allow'], undefined)
})

t.test('a read calls each permission once, and loads once', async t => {
  const { registry } = aRegistry()
  let loads = 0
  const asked: string[] = []
  const permission = (name: string) => async (request: HandlerRequest) => {
    asked.push(name)
    return (await request.once(loadedRecord, async () => ++loads)) > 0
  }
  registry.route('a/v1', '/x', {
    endpoints: [
      endpoint({ methods: 'GET', permission: permission('get'), handler: reply }),
      endpoint({ methods: 'PUT', permission: permission('put'), handler: reply }),
    ],
  })
  await registry.dispatch({ method: 'GET', path: '/a/v1/x' })
  t.same(asked, ['get', 'put'])
  t.equal(loads, 1)
})

t.test('after a change, permissions are called again', async t => {
  const { registry } = aRegistry()
  let there = true
  const permission = async (request: HandlerRequest) => request.once(isThere, () => there)
  registry.route('a/v1', '/x', {
    endpoints: [
      endpoint({ methods: 'GET', permission, handler: reply }),
      endpoint({
        methods: 'DELETE',
        permission,
        handler() {
          there = false
          return { body: { deleted: true } }
        },
      }),
    ],
  })
  t.equal((await registry.dispatch({ method: 'DELETE', path: '/a/v1/x' })).headers['Allow'], undefined)
})

t.test('after a change, permissions have what the handler knows of it', async t => {
  const { registry } = aRegistry()
  let loads = 0
  const permission = async (request: HandlerRequest) =>
    request.once(isThere, () => {
      loads++
      return true
    })
  registry.route('a/v1', '/x', {
    endpoints: [
      endpoint({ methods: 'GET', permission, handler: reply }),
      endpoint({
        methods: 'DELETE',
        permission,
        handler(request) {
          request.afterChange(isThere, () => false)
          return { body: { deleted: request.once(isThere, () => false) } }
        },
      }),
    ],
  })
  const { headers, body } = await registry.dispatch({ method: 'DELETE', path: '/a/v1/x' })
  t.same([headers['Allow'], body, loads], [undefined, { deleted: true }, 1])
})

for (const [method, query, allow] of [
  ['GET', '', 'GET, POST, PUT'],
  ['GET', 'size=x', 'GET, PUT'],
  ['GET', 'size=x&page=x', 'GET'],
  ['POST', 'size=1', 'GET, POST, PUT'],
  ['POST', 'size=x', 'GET, PUT'],
  ['PUT', 'size=1&page=x', 'GET'],
  ['OPTIONS', '', 'GET'],
] as const)
  t.test(`an endpoint that needs valid arguments: ${method} ${query}`, async t => {
    const { registry } = aRegistry()
    const number = { description: 'x', type: 'integer' } as const
    const args = { size: number, page: number }
    const permission = () => true
    registry.route('a/v1', '/x', {
      endpoints: [
        endpoint({ methods: 'GET', args, permission, handler: reply }),
        endpoint({ methods: 'POST', args, permission, handler: reply, allowedWhenValid: true }),
        endpoint({ methods: 'PUT', args, permission, handler: reply, allowedWhenValid: ['page'] }),
      ],
    })
    t.equal((await registry.dispatch({ method, path: '/a/v1/x', query })).headers['Allow'], allow)
  })
