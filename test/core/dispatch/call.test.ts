import type { CallResult } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

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
