import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const { matchRoute, noRoute } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/match-route.js')>('dispatch/match-route.js')

const { registry } = aRegistry()
registry.get('a/v1', '/items/{id}', { permission: 'public', handler: () => ({ body: 1 }) })
const { router, limits } = registry.dispatchContext
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
