import { type Args, endpoint, type RestRequest } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const args = {
  id: { type: 'integer' },
  s: { type: 'string', default: 'as ever' },
  list: { type: 'array', items: { type: 'integer' }, default: [7] },
  b: { type: 'boolean' },
} satisfies Args

async function paramsOf(
  request: Partial<RestRequest>,
): Promise<{ status: number; params: Record<string, unknown>; has: string[] }> {
  const { registry } = aRegistry()
  const names = ['id', 's', 'list', 'b', 'x', 'toString']
  registry.route('a/v1', '/items/{id}', {
    endpoints: [
      endpoint({
        methods: ['GET', 'POST'],
        args,
        permission: 'public',
        handler: request => ({ body: { params: request.params, has: names.filter(name => request.has(name)) } }),
      }),
    ],
  })
  const { status, text } = await registry.dispatch({ method: 'POST', path: '/a/v1/items/3', ...request })
  return { status, ...JSON.parse(text()) }
}

const json = (value: unknown) => ({ kind: 'json', value }) as const
const gathered: { name: string; request: Partial<RestRequest>; params: Record<string, unknown>; has: string[] }[] = [
  { name: 'the path and defaults', request: {}, params: { s: 'as ever', list: [7], id: 3 }, has: ['id'] },
  {
    name: 'the query before the path',
    request: { query: 'id=9' },
    params: { s: 'as ever', list: [7], id: 9 },
    has: ['id'],
  },
  {
    name: 'the body before the query',
    request: { query: 'id=9&s=q&x=q', body: json({ id: 8, s: 'b' }) },
    params: { s: 'b', list: [7], id: 8, x: 'q' },
    has: ['id', 's', 'x'],
  },
  {
    name: 'an empty string before a default',
    request: { query: 's=' },
    params: { s: '', list: [7], id: 3 },
    has: ['id', 's'],
  },
  {
    name: 'converted values',
    request: { query: 'b=false&list=1,2' },
    params: { s: 'as ever', list: [1, 2], id: 3, b: false },
    has: ['id', 'list', 'b'],
  },
  {
    name: 'no undefined values',
    request: { query: { s: undefined }, body: json({ id: undefined, x: undefined }) },
    params: { s: 'as ever', list: [7], id: 3 },
    has: ['id'],
  },
  {
    name: 'undeclared parameters as they were sent',
    request: { body: json({ x: { deep: [1, null] } }) },
    params: { s: 'as ever', list: [7], id: 3, x: { deep: [1, null] } },
    has: ['id', 'x'],
  },
]

for (const { name, request, params, has } of gathered) {
  t.test(`gathers ${name}`, async t => {
    t.strictSame(await paramsOf(request), { status: 200, params, has })
  })
}

t.test('the values of all sources must match the schema', async t => {
  const answer = await paramsOf({ query: 'b=junk', body: json({ b: true }) })
  t.match(answer, { status: 400, code: 'rest_invalid_param', data: { params: { b: String } } })
})

t.test('defaults are immutable', async t => {
  const { registry } = aRegistry()
  registry.route('a/v1', '/x', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args,
        permission: 'public',
        handler: ({ params }) => ({ body: Object.isFrozen(params.list) }),
      }),
    ],
  })
  const { body } = await registry.dispatch({ method: 'GET', path: '/a/v1/x' })
  t.equal(body, true)
})
