import { anonymous } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

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
