import { anonymous, endpoint, failureResponse, type Reply, type ResponseFormat, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

function answering(reply: () => Reply) {
  const { registry, errors } = aRegistry()
  registry.route('a/v1', '/x', {
    endpoints: [endpoint({ methods: ['GET', 'POST'], permission: 'public', handler: reply })],
  })
  return { dispatch: registry.dispatch, errors }
}

const circular: Record<string, unknown> = {}
circular['self'] = circular
const unwritable: { name: string; body: unknown }[] = [
  { name: 'a cycle', body: circular },
  { name: 'a bigint', body: { n: 1n } },
  { name: 'a toJSON that throws', body: { toJSON: () => JSON.parse('{') } },
]

for (const { name, body } of unwritable) {
  for (const method of ['GET', 'POST']) {
    t.test(`${method}: a body with ${name} is an error like any other`, async t => {
      const { dispatch, errors } = answering(() => ({ body }))
      const { status, text } = await dispatch({ method, path: '/a/v1/x' })
      t.equal(status, 500)
      t.match(JSON.parse(text()), { code: 'rest_internal_error' })
      t.equal(errors.length, 1)
    })
  }
}

t.test('callers in process get the value; the text is written on demand', async t => {
  let written = 0
  const body = { toJSON: () => ++written }
  const { dispatch } = answering(() => ({ body }))
  const answer = await dispatch({ method: 'GET', path: '/a/v1/x', principal: anonymous })
  t.equal(answer.body, body)
  t.equal(written, 0)
  t.equal(answer.text(), '1')
  t.equal(answer.text(), '1')
})

t.test('headers are printable ASCII', async t => {
  const { dispatch } = answering(() => ({
    body: {},
    headers: { Location: 'https://site.example/é\r\nSet-Cookie: a=b', 'X-Half': 'a\ud800b' },
    linkHeader: ['<https://site.example/日本?a=\n>; rel="next"'],
  }))
  const { headers } = await dispatch({ method: 'GET', path: '/a/v1/x' })
  t.equal(headers['Location'], 'https://site.example/%C3%A9%0D%0ASet-Cookie: a=b')
  t.equal(headers['X-Half'], 'a%EF%BF%BDb')
  t.equal(
    headers['Link'],
    '<https://site.example/cms-json/>; rel="about:cms/", <https://site.example/%E6%97%A5%E6%9C%AC?a=%0A>; rel="next"',
  )
})

const csv: ResponseFormat = {
  contentType: 'text/csv; charset=UTF-8',
  write: body =>
    Object.entries(body as object)
      .map(([name, value]) => `${name},${JSON.stringify(value)}\n`)
      .join(''),
}
const { registry } = aRegistry()
registry.route('a/v1', '/x', {
  endpoints: [
    endpoint({
      methods: 'GET',
      args: { n: { type: 'integer', required: true }, format: { default: 'json' } },
      permission: 'public',
      format: ({ params }) => (params['format'] === 'csv' ? csv : undefined),
      handler: ({ params }) => {
        if (params.n === 0) throw new RestError('zero', 'It is zero.', 404)
        return { body: { a: params.n, b: 'x' } }
      },
    }),
  ],
})
const get = (query: string, method = 'GET', headers = {}) =>
  registry.dispatch({ method, path: '/a/v1/x', query, headers })

const CASES = [
  { query: 'n=1&format=csv', status: 200, type: 'text/csv', text: 'a,1\nb,"x"\n' },
  { query: 'n=1&format=csv&_fields=b', status: 200, type: 'text/csv', text: 'b,"x"\n' },
  { query: 'n=1', status: 200, type: 'application/json', text: '{"a":1,"b":"x"}' },
  { query: 'n=1&format=pdf', status: 200, type: 'application/json', text: '{"a":1,"b":"x"}' },
  { query: 'n=0&format=csv', status: 404, type: 'text/csv', text: 'code,"zero"\nmessage,"It is zero."\n' },
  { query: 'format=csv', status: 400, type: 'text/csv', text: 'code,"rest_missing_callback_param"\n' },
  { query: 'n=x&format=csv', status: 400, type: 'text/csv', text: 'code,"rest_invalid_param"\n' },
  { query: 'n=1&format=csv&_jsonp=cb', status: 200, type: 'application/javascript', text: '/**/cb({"a":1,"b":"x"})' },
  { query: 'n=1&format=csv&_envelope', status: 200, type: 'application/json', text: '{"body":{"a":1,"b":"x"}' },
]

for (const { query, status, type, text } of CASES) {
  t.test(query, async t => {
    const response = await get(query)
    t.equal(response.status, status)
    t.equal(response.headers['Content-Type'], `${type}; charset=UTF-8`)
    t.ok(response.text().startsWith(text), response.text())
  })
}

t.test('has its own validator, and sends nothing for HEAD and 304', async t => {
  const response = await get('n=1&format=csv')
  const tag = response.headers['ETag'] as string
  t.not(tag, (await get('n=1')).headers['ETag'])
  const unchanged = await get('n=1&format=csv', 'GET', { 'if-none-match': tag })
  t.equal(unchanged.status, 304)
  t.equal(unchanged.text(), '')
  t.equal((await get('n=1&format=csv', 'HEAD')).text(), '')
})

const { mergeVary } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/cache-headers.js')>('dispatch/cache-headers.js')

const lists: { name: string; given: (string | undefined)[]; merged: string }[] = [
  { name: 'nothing', given: [undefined, ''], merged: '' },
  { name: 'two lists', given: ['Cookie', 'Origin'], merged: 'Cookie, Origin' },
  { name: 'a name twice, in another case', given: ['Cookie, origin', 'Origin,cookie'], merged: 'Cookie, origin' },
  { name: 'everything', given: ['Cookie', '*'], merged: '*' },
]
for (const { name, given, merged } of lists) {
  t.test(`Vary of ${name}`, async t => t.equal(mergeVary(...given), merged))
}

const PRIVATE = 'private, no-store'
const cases: {
  name: string
  as?: string
  path?: string
  method?: string
  query?: string
  control: string
  vary?: string
}[] = [
  { name: 'an anonymous read', control: 'max-age=60' },
  { name: 'an authenticated read', as: 'may', control: PRIVATE },
  { name: 'a missing route', path: '/nowhere', control: 'no-cache' },
  { name: 'a missing route, authenticated', path: '/nowhere', as: 'may', control: PRIVATE },
  { name: 'a change', method: 'POST', control: 'no-cache' },
  { name: 'a forbidden read', path: '/a/v1/members', control: 'no-cache' },
  { name: 'a permitted read', path: '/a/v1/members', as: 'may', control: PRIVATE },
  { name: 'an error', query: 'fail=1', control: 'no-cache' },
  { name: 'its own headers', query: 'own=1', control: 'public, max-age=5', vary: 'Authorization, Cookie, Accept' },
  { name: 'its own headers, authenticated', query: 'own=1', as: 'may', control: PRIVATE },
  { name: 'an envelope', query: 'own=1&_envelope', control: 'public, max-age=5' },
  { name: 'an envelope of an error, authenticated', query: 'fail=1&_envelope', as: 'may', control: PRIVATE },
  { name: 'an invalid credential', as: 'broken', control: PRIVATE },
  { name: 'JSONP', query: '_jsonp=f', control: 'max-age=60' },
]

for (const {
  name,
  as,
  path = '/a/v1/x',
  method = 'GET',
  query = '',
  control,
  vary = 'Authorization, Cookie',
} of cases) {
  t.test(`Cache-Control of ${name}`, async t => {
    const { registry } = aRegistry({
      cacheControl: 'max-age=60',
      authenticators: [
        {
          name: 'header',
          authenticate({ headers }) {
            const user = headers?.['x-user']
            if (user === 'broken') return new RestError('broken', 'No.', 401)
            return user === undefined ? undefined : { id: 1, authenticated: true, can: () => true }
          },
        },
      ],
    })
    registry.route('a/v1', '/x', {
      endpoints: [
        endpoint({
          methods: ['GET', 'POST'],
          permission: 'public',
          handler(request) {
            if (request.query['fail'] !== undefined) throw new RestError('a_code', 'No.', 418)
            const own = { 'cache-control': 'public, max-age=5', vary: 'Accept, Cookie' }
            return request.query['own'] === undefined ? { body: 1 } : { body: 1, headers: own }
          },
        }),
      ],
    })
    registry.get('a/v1', '/members', { permission: { capability: 'x' }, handler: () => ({ body: 1 }) })
    const headers: Record<string, string> = as === undefined ? {} : { 'x-user': as }
    const first = await registry.dispatch({ method, path, query, headers })
    t.match(first.headers, { 'Cache-Control': control, Vary: vary, 'X-Content-Type-Options': 'nosniff' })
    t.notOk('vary' in first.headers)
    const tag = first.headers['ETag']
    if (tag === undefined) return
    const again = await registry.dispatch({ method, path, query, headers: { ...headers, 'if-none-match': tag } })
    t.match(again, { status: 304, headers: { 'Cache-Control': control, Vary: vary, ETag: tag } })
  })
}

t.test('by default, caches revalidate', async t => {
  const { registry } = aRegistry()
  registry.get('a/v1', '/x', { permission: 'public', handler: () => ({ body: 1 }) })
  t.equal((await registry.dispatch({ method: 'GET', path: '/a/v1/x' })).headers['Cache-Control'], 'no-cache')
})

const { COMMON_HEADERS } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/common-headers.js')>('dispatch/common-headers.js')

t.test('every response has them', async t => {
  const { registry } = aRegistry()
  registry.get('a/v1', '/x', { permission: 'public', handler: async () => ({ body: 1 }) })
  registry.get('a/v1', '/no', { permission: () => false, handler: async () => ({ body: 1 }) })
  registry.get('a/v1', '/own', {
    permission: 'public',
    handler: async () => ({ body: 1, headers: { 'Referrer-Policy': 'origin' } }),
  })
  for (const [method, path] of [
    ['GET', '/a/v1/x'],
    ['HEAD', '/a/v1/x'],
    ['OPTIONS', '/a/v1/x'],
    ['GET', '/a/v1/no'],
    ['GET', '/nowhere'],
    ['GET', '/a/v1/x?_envelope&_jsonp=f'],
  ] as const) {
    const [pathOnly = '', query = ''] = path.split('?')
    t.match((await registry.dispatch({ method, path: pathOnly, query })).headers, COMMON_HEADERS, `${method} ${path}`)
  }
  t.match(failureResponse(new RestError('a', 'A.', 400), () => {}).headers, COMMON_HEADERS)
  const own = await registry.dispatch({ method: 'GET', path: '/a/v1/own' })
  t.match(own.headers, { ...COMMON_HEADERS, 'Referrer-Policy': 'origin' }, 'an endpoint can set others')
})

const { createTextEncoding } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/encode-text.js')>('dispatch/encode-text.js')
const encodeText = createTextEncoding()

t.test('texts are encoded in UTF-8; half a pair of surrogates is replaced', async t => {
  for (const [text, bytes] of [
    ['é', [0xc3, 0xa9]],
    ['😀', [0xf0, 0x9f, 0x98, 0x80]],
    ['\ud83d', [0xef, 0xbf, 0xbd]],
  ] as const)
    t.same([...(encodeText(text).bytes ?? [])], bytes, JSON.stringify(text))
})

t.test('the bytes of a text are independent of the next text', async t => {
  const [first, second] = [encodeText('é'), encodeText('ü')]
  t.same([...(first.bytes ?? []), ...(second.bytes ?? [])], [0xc3, 0xa9, 0xc3, 0xbc])
})

t.test('there are no bytes of ASCII, whatever its length', async t => {
  for (const text of ['', 'a', '\u007f', 'x'.repeat(65_535), 'x'.repeat(100_000)])
    t.equal(encodeText(text).bytes, undefined, String(text.length))
  for (const text of ['\u0080', `${'x'.repeat(65_534)}€`, `${'x'.repeat(100_000)}€`, '€'.repeat(65_535)])
    t.same(encodeText(text).bytes, new TextEncoder().encode(text), String(text.length))
})

t.test('the hash differs with the text, whatever was encoded before', async t => {
  const texts = ['a', 'b', 'ab', 'x'.repeat(70_000), `${'x'.repeat(69_999)}y`]
  const hashes = texts.map(text => encodeText(text).hash)
  t.equal(new Set(hashes).size, texts.length)
  t.same(
    texts.map(text => encodeText(text).hash),
    hashes,
  )
})

t.test('the hash of a text is that of its bytes, whatever its length', async t => {
  const { hashBytes } =
    await loadModule<typeof import('../../../packages/core/src/dispatch/hash.js')>('dispatch/hash.js')
  for (const end of ['', 'é', '😀', '\ud83d'])
    for (const length of [0, 15, 16, 65_534, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 200_001]) {
      const text = `${'some text '.repeat(length).slice(0, length)}${end}`
      t.equal(encodeText(text).hash, hashBytes(new TextEncoder().encode(text)), `${length} and ${end}`)
    }
})

t.test('a short text that is sent again is not encoded again', async t => {
  const [short, long] = ['s'.repeat(1000), 'l'.repeat(100_000)]
  t.equal(encodeText(short), encodeText(`${short.slice(0, 10)}${short.slice(10)}`))
  t.not(encodeText(long), encodeText(long))
})

const { isIncomplete, noteIncomplete } = await loadModule<
  typeof import('../../../packages/core/src/dispatch/incomplete-response.js')
>('dispatch/incomplete-response.js')

t.test('noteIncomplete marks a response', async t => {
  const [one, other] = [1, 2].map(status => ({ status, headers: {}, body: undefined, text: () => '' }))
  if (one === undefined || other === undefined) return
  noteIncomplete(one)
  t.same([isIncomplete(one), isIncomplete(other)], [true, false])
})
