import { endpoint, type HandlerRequest, memoKey } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

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
