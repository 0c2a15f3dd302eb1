import { endpoint } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const { registry } = aRegistry()
registry.route('a/v1', '/{id}', {
  endpoints: [
    endpoint({
      methods: 'POST',
      args: {
        id: { type: 'integer', required: true },
        first: { type: 'string', required: true },
        second: { type: ['integer', 'null'], required: true },
        third: { type: 'string', required: true, default: 'x' },
        constructor: { type: 'string' },
      },
      permission: () => false,
      handler: () => ({ body: {} }),
    }),
    endpoint({
      methods: 'PUT',
      args: { first: { type: 'integer', required: true }, second: { type: ['integer', 'null'], required: true } },
      skipValidation: ['first', 'second'],
      permission: 'public',
      handler: () => ({ body: {} }),
    }),
  ],
})

t.test('null counts as missing unless the schema accepts it', async t => {
  for (const [value, missing] of [
    [{ first: null, second: null }, ['first']],
    [{ first: 'x', second: null }, undefined],
  ] as const) {
    const { status, body } = await registry.dispatch({ method: 'PUT', path: '/a/v1/7', body: { kind: 'json', value } })
    t.equal(status, missing === undefined ? 200 : 400)
    if (missing !== undefined) t.match(body, { code: 'rest_missing_callback_param', data: { params: missing } })
  }
})

const sent: { body: unknown; status: number; code: string; missing?: string[] }[] = [
  { body: {}, status: 400, code: 'rest_missing_callback_param', missing: ['first', 'second'] },
  { body: { first: 'a' }, status: 400, code: 'rest_missing_callback_param', missing: ['second'] },
  { body: { first: 5 }, status: 400, code: 'rest_missing_callback_param', missing: ['second'] },
  { body: { first: '', second: null }, status: 401, code: 'rest_forbidden' },
  { body: { first: 'a', second: 'x' }, status: 400, code: 'rest_invalid_param' },
]

for (const { body, status, code, missing } of sent) {
  t.test(`given ${JSON.stringify(body)}`, async t => {
    const answer = await registry.dispatch({ method: 'POST', path: '/a/v1/7', body: { kind: 'json', value: body } })
    t.match(answer.body, { code, data: { status, ...(missing === undefined ? {} : { params: missing }) } })
  })
}
