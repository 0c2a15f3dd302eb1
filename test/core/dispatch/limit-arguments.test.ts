import { endpoint, type QueryLimits } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const LIMITS: QueryLimits = {
  maxTextLength: 20,
  maxItems: 5,
  maxDepth: 3,
  maxQueryLength: 60,
  maxPathLength: 30,
  maxEmbedTime: 2000,
}

function aSite(limits?: Partial<QueryLimits>) {
  const { registry, errors } = aRegistry({ limits })
  registry.route('a/v1', '/words', {
    endpoints: [
      endpoint({
        methods: ['GET', 'POST'],
        args: {
          word: { type: 'string' },
          list: { type: 'array', items: { type: 'string' } },
          map: { type: ['object', 'array'] },
        },
        permission: 'public',
        handler: ({ params }) => ({ body: { word: params['word'] ?? '', list: params['list'] ?? [] } }),
      }),
    ],
  })
  registry.route('a/v1', '/words/{word:.+}', {
    endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: {} }) })],
  })
  return { registry, errors }
}

const long = 'x'.repeat(21)
const nest = (depth: number) => '[a]'.repeat(depth)

for (const [query, refused, reason] of [
  [`word=${'x'.repeat(20)}`, undefined, ''],
  [`word=${long}`, 'word', 'rest_too_long'],
  [`unknown=${long}`, 'unknown', 'rest_too_long'],
  [`_jsonp=${long}`, '_jsonp', 'rest_too_long'],
  ['list=1,2,3,4,5', undefined, ''],
  ['list=1,2,3,,+4,5,', undefined, ''],
  ['list=1,2,3,4,5,6', 'list', 'rest_too_many_items'],
  ['list=1+2+3+4+5+6', 'list', 'rest_too_many_items'],
  [`list=${'abc,'.repeat(5)}${'x'.repeat(15)}`, 'list', 'rest_too_many_items'],
  [`list=a,${long}`, 'list', 'rest_too_long'],
  ['list[]=1&list[]=2&list[]=3&list[]=4&list[]=5&list[]=6', 'list', 'rest_too_many_items'],
  ['list[]=1,2,3&list[]=4,5,6', 'list', 'rest_too_many_items'],
  ['_fields=a,b,c,d,e,f', '_fields', 'rest_too_many_items'],
  ['_embed[]=a&_embed=b,b,b,b,b,b', '_embed', 'rest_too_many_items'],
  [`map${nest(3)}=1`, undefined, ''],
  [`map${nest(4)}=1`, 'map', 'rest_too_deep'],
  [`map${nest(4).replaceAll('[', '%5B')}=1`, 'map', 'rest_too_deep'],
  ['word=aaaaaaaaaaaaaaaaaaaa&a=aaaaaaaaaaaaaaaaaaaa&b=bbbbbbbbbbbbbbb', 'word', 'rest_too_long'],
  [`${long.repeat(3)}=a`, long.repeat(3), 'rest_too_long'],
] as const) {
  t.test(query, async t => {
    const { registry, errors } = aSite(LIMITS)
    for (const method of ['GET', 'POST']) {
      const { status, body } = await registry.dispatch({ method, path: '/a/v1/words', query })
      t.equal(status, refused === undefined ? 200 : 400, method)
      if (refused === undefined) continue
      t.match(body, { code: 'rest_invalid_param', data: { details: { [refused]: { code: reason } } } })
      t.strictSame(Object.keys((body as { data: { params: object } }).data.params), [refused])
    }
    t.strictSame(errors, [])
    t.equal((await aSite().registry.dispatch({ method: 'GET', path: '/a/v1/words', query })).status, 200, 'by default')
  })
}

t.test('bodies are limited only in place of a query', async t => {
  const { registry } = aSite(LIMITS)
  const headers = { 'content-type': 'application/json' }
  const body = { kind: 'text', text: JSON.stringify({ word: long }) } as const
  const sent = { method: 'POST', path: '/a/v1/words', headers, body } as const
  t.equal((await registry.dispatch(sent)).status, 200)
  t.equal((await registry.dispatch({ ...sent, query: '_method=GET' })).status, 400)
  t.equal((await registry.dispatch({ ...sent, headers: { ...headers, 'x-http-method-override': 'get' } })).status, 400)
})

t.test('query objects are not limited', async t => {
  const { registry } = aSite(LIMITS)
  t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/words', query: { word: long } })).status, 200)
})

t.test('paths', async t => {
  const { registry } = aSite(LIMITS)
  const statusOf = async (path: string) => (await registry.dispatch({ method: 'GET', path })).status
  t.equal(await statusOf('/a/v1/words/some'), 200)
  t.equal(await statusOf(`/a/v1/words/${long}`), 404)
  t.equal(await statusOf(`/a/v1/words/${'%61'.repeat(18)}`), 200, 'decoded')
})

t.test('limits are not shown', async t => {
  const { registry } = aSite(LIMITS)
  const { body } = await registry.dispatch({ method: 'OPTIONS', path: '/a/v1/words' })
  t.notMatch(JSON.stringify(body), /maxLength|maxItems/)
})

t.test('a limit that is undefined has its default', async t => {
  const limits: object = { maxTextLength: undefined }
  const { registry } = aSite(limits)
  const { status } = await registry.dispatch({
    method: 'GET',
    path: '/a/v1/words',
    query: `word=${'x'.repeat(10_001)}`,
  })
  t.equal(status, 400)
})
