import t from 'tap'
import { aRegistry } from '../a-registry.js'

const answering = (body: unknown) => ({
  endpoints: [{ methods: 'GET', permission: 'public', handler: () => ({ body }) }] as const,
})

t.test('finds routes', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/items', answering('literal'))
  registry.route('shop/v1', '/items/{id}', answering('by id'))
  registry.route('shop/v1', '/items/{word:[a-z]+}', answering('by word'))
  registry.route('shop/v1', '/items/{any:.+}', answering('any'))
  registry.route('shop/v1', '/items/special', answering('literal after patterns'))
  registry.route('other/v1', '/items/{id}', answering('of another namespace'))
  const cases: [path: string, found: unknown][] = [
    ['/shop/v1/items', 'literal'],
    ['/SHOP/v1/Items', 'literal'],
    ['/shop/v1/items/7', 'by id'],
    ['/Shop/V1/items/7', 'by id'],
    ['/shop/v1/items/seven', 'by word'],
    ['/shop/v1/items/special', 'literal after patterns'],
    ['/shop/v1/items/7/more', 'any'],
    ['/other/v1/items/7', 'of another namespace'],
    ['/shop/v2/items/7', undefined],
    ['/items/7', undefined],
    ['/', undefined],
  ]
  for (const [path, found] of cases) {
    const { body, status } = await registry.dispatch({ method: 'GET', path })
    t.same(status === 404 ? undefined : body, found, path)
  }
})

t.test('patterns are tried in the order of registration', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/{word:\\w+}', answering('first'))
  registry.route('shop/v1', '/{id}', answering('second'))
  t.equal((await registry.dispatch({ method: 'GET', path: '/shop/v1/7' })).body, 'first')
})

const shortRoutes: { name: string; namespace: string; path: string; given: string }[] = [
  { name: 'in a namespace of one segment', namespace: 'shop', path: '/{id}', given: '/shop/7' },
  { name: 'at the root', namespace: '', path: '/go/{id}', given: '/go/7' },
  { name: 'in the first segment', namespace: '', path: '/{word:[a-z]+}', given: '/anything' },
  {
    name: 'in the first segment, with more to come',
    namespace: '',
    path: '/{word:[a-z]+}/in/all',
    given: '/any/in/all',
  },
]

for (const { name, namespace, path, given } of shortRoutes) {
  for (const order of ['before', 'after']) {
    t.test(`finds a pattern ${name}, ${order} others`, async t => {
      const { registry } = aRegistry()
      if (order === 'after') registry.route('go/8', '/{id}', answering('other'))
      registry.route(namespace, path, answering('found'))
      if (order === 'before') registry.route('any/in', '/{id}', answering('other'))
      t.equal((await registry.dispatch({ method: 'GET', path: given })).body, 'found')
    })
  }
}

t.test('a pattern that is registered again keeps its position', async t => {
  const { registry } = aRegistry()
  registry.route('shop/v1', '/{id}', answering('old'))
  registry.route('shop/v1', '/{word:\\w+}', answering('words'))
  registry.route('shop/v1', '/{id}', { ...answering('new'), override: true })
  t.equal((await registry.dispatch({ method: 'GET', path: '/shop/v1/7' })).body, 'new')
})
