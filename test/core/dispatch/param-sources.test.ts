import type { Args, Endpoint } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

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
