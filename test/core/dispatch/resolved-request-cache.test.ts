import t from 'tap'
import { aRegistry } from '../a-registry.js'

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
