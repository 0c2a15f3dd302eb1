import { endpoint } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const QUERIES: readonly (readonly [query: string, isCached: boolean])[] = [
  ['', true],
  ['a=1', true],
  ['a', true],
  ['page=2&cursor=x', true],
  ['list[]=1&list[]=2', true],
  ['list%5B0%5D=1&list%5b1%5d=2', true],
  ['_fields=a&_embed&_envelope=1', true],
  ['b=1', false],
  ['a=1&b', false],
  ['A=1', false],
  ['%61=1', false],
  ['a+=1', false],
  ['a=1&a=2', false],
  ['a=1&&page=1', false],
  ['&', false],
  ['=1', false],
  ['__proto__=1', false],
  ['context=view', false],
]

t.test('responses are cached for queries of declared parameters, each once', async t => {
  for (const [query, isCached] of QUERIES) {
    const keys: string[] = []
    const { registry } = aRegistry({
      cache: { revision: () => 1, get: () => undefined, set: key => void keys.push(key) },
    })
    registry.route('a/v1', '/b', {
      endpoints: [
        endpoint({
          methods: 'GET',
          cacheable: true,
          args: {
            a: { type: 'string' },
            list: { type: 'array', items: { type: 'string' } },
            page: { type: 'integer' },
          },
          permission: 'public',
          handler: () => ({ body: {} }),
        }),
      ],
    })
    t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/b', query })).status, 200, query)
    t.equal(keys.length, isCached ? 1 : 0, query)
  }
})

t.test('a query of a call in process may be any object', async t => {
  const { registry } = aRegistry({})
  registry.get('a/v1', '/b', { permission: 'public', args: { a: { type: 'string' } }, handler: () => ({ body: 1 }) })
  const query = Object.assign(Object.create(null), { a: '1' })
  t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/b', query })).status, 200)
})
