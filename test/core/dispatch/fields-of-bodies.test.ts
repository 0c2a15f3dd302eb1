import { endpoint, type RestRequest } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

t.test('_fields of the body takes precedence over that of the query', async t => {
  const { registry } = aRegistry()
  registry.route('a/v1', '/items', {
    endpoints: [
      endpoint({ methods: ['GET', 'POST'], permission: 'public', handler: () => ({ body: { a: 1, b: 2, c: 3 } }) }),
    ],
  })
  const json = (value: unknown): Partial<RestRequest> => ({ body: { kind: 'json', value } })
  for (const [name, request, expected] of [
    ['a query', { query: '_fields=a' }, { a: 1 }],
    ['a text', json({ _fields: 'a,c' }), { a: 1, c: 3 }],
    ['a list', json({ _fields: ['b'] }), { b: 2 }],
    ['both', { query: '_fields=a', ...json({ _fields: 'b' }) }, { b: 2 }],
    ['null', json({ _fields: null }), { a: 1, b: 2, c: 3 }],
    ['nothing', json({ _fields: '' }), { a: 1, b: 2, c: 3 }],
    [
      'a form',
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: { kind: 'text', text: '_fields=a,b' },
      },
      { a: 1, b: 2 },
    ],
  ] as const) {
    const { text } = await registry.dispatch({ method: 'POST', path: '/a/v1/items', ...request })
    t.same(JSON.parse(text()), expected, name)
  }
})
