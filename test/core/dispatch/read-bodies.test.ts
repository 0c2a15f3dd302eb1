import { endpoint, type RequestBody, type RestRequest } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

async function send(body: RequestBody | undefined, contentType?: string, query = '') {
  const { registry, errors } = aRegistry()
  registry.route('a/v1', '/echo', {
    endpoints: [
      endpoint({
        methods: 'POST',
        permission: 'public',
        handler: ({ params, files }) => ({ body: { params, files: files.map(file => file.name) } }),
      }),
    ],
  })
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  const { status, body: answer } = await registry.dispatch({ method: 'POST', path: '/a/v1/echo', query, headers, body })
  return { status, answer: JSON.parse(JSON.stringify(answer)), errors }
}

const text = (value: string): RequestBody => ({ kind: 'text', text: value })
const bytes = (...values: (string | number[])[]): RequestBody => {
  const parts = values.map(value => (typeof value === 'string' ? Buffer.from(value) : Buffer.from(value)))
  return { kind: 'bytes', bytes: new Uint8Array(Buffer.concat(parts)) }
}
const form = 'application/x-www-form-urlencoded'

const read: { name: string; body: RequestBody | undefined; type?: string; params: Record<string, unknown> }[] = [
  { name: 'no body', body: undefined, params: {} },
  { name: 'an empty body', body: bytes(''), type: 'application/json', params: {} },
  {
    name: 'JSON',
    body: bytes('{"s":"é","n":null,"list":[1]}'),
    type: 'application/json',
    params: { s: 'é', n: null, list: [1] },
  },
  { name: 'JSON as text', body: text('{"a":1}'), type: 'application/json; charset=utf-8', params: { a: 1 } },
  { name: 'JSON, in upper case', body: text('{"a":1}'), type: 'APPLICATION/JSON', params: { a: 1 } },
  { name: 'a type with the suffix +json', body: text('{"a":1}'), type: 'application/vnd.x+json', params: { a: 1 } },
  { name: 'JSON without a type', body: text('{"a":1}'), params: {} },
  { name: 'JSON as text/plain', body: text('{"a":1}'), type: 'text/plain', params: {} },
  { name: 'a type that begins with json', body: text('{"a":1}'), type: 'application/jsonlines', params: {} },
  { name: 'a type of changes in JSON', body: text('{"a":1}'), type: 'application/json-patch', params: {} },
  { name: 'one of several types', body: text('{"a":1}'), type: 'application/json, text/plain', params: { a: 1 } },
  { name: 'a list', body: text('[1,2]'), type: 'application/json', params: {} },
  { name: 'a number', body: text('7'), type: 'application/json', params: {} },
  { name: 'null', body: text('null'), type: 'application/json', params: {} },
  { name: 'the last of two members', body: text('{"a":1,"a":2}'), type: 'application/json', params: { a: 2 } },
  {
    name: 'a surrogate pair',
    body: text('{"a":"\\ud83c\\udf88"}'),
    type: 'application/json',
    params: { a: '🎈' },
  },
  {
    name: 'an escaped backslash before u',
    body: text('{"a":"\\\\ud800"}'),
    type: 'application/json',
    params: { a: '\\ud800' },
  },
  { name: 'a form', body: text('a=1&b[]=2&c[d]=e+f'), type: form, params: { a: '1', b: ['2'], c: { d: 'e f' } } },
  { name: 'a form with a trailing line end', body: text('a=1\r\n'), type: form, params: { a: '1' } },
  { name: 'a form with invalid UTF-8', body: bytes('a=', [0xff], '&b=1'), type: form, params: { a: '\ufffd', b: '1' } },
  { name: 'a value in process', body: { kind: 'json', value: { a: { b: [true] } } }, params: { a: { b: [true] } } },
  { name: 'a list in process', body: { kind: 'json', value: [1] }, params: {} },
  { name: 'bytes without a type', body: bytes([0, 255, 7]), params: {} },
]

for (const { name, body, type, params } of read) {
  t.test(`reads ${name}`, async t => {
    const { status, answer } = await send(body, type)
    t.equal(status, 200)
    t.strictSame(answer.params, params)
  })
}

const byMethod: { name: string; method: string; body: RequestBody; type?: string; params: Record<string, unknown> }[] =
  [
    { name: 'no form of GET', method: 'GET', body: text('a=1'), type: form, params: {} },
    { name: 'no form of HEAD', method: 'HEAD', body: bytes('a=1'), type: form, params: {} },
    {
      name: 'no multipart form of GET',
      method: 'GET',
      body: { kind: 'multipart', form: { fields: [['a', '1']], files: [] } },
      params: {},
    },
    { name: 'JSON of GET', method: 'GET', body: text('{"a":1}'), type: 'application/json', params: { a: 1 } },
    { name: 'a form of PUT without a type', method: 'PUT', body: text('a=1'), params: { a: '1' } },
    { name: 'a form of PATCH with an empty type', method: 'PATCH', body: text('a=1'), type: '', params: { a: '1' } },
    {
      name: 'a form of DELETE with half a type',
      method: 'DELETE',
      body: text('a=1'),
      type: 'form',
      params: { a: '1' },
    },
    { name: 'no text of PUT', method: 'PUT', body: text('a=1'), type: 'text/plain', params: {} },
    { name: 'no form of POST without a type', method: 'POST', body: text('a=1'), params: {} },
  ]

for (const { name, method, body, type, params } of byMethod) {
  t.test(`reads ${name}`, async t => {
    const handled: unknown[] = []
    const { registry } = aRegistry()
    const handler = (request: { params: object }) => {
      handled.push(request.params)
      return { body: 'done' }
    }
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
    registry.route('a/v1', '/echo', { endpoints: [endpoint({ methods, permission: 'public', handler })] })
    const headers = type === undefined ? {} : { 'content-type': type }
    const { status } = await registry.dispatch({ method, path: '/a/v1/echo', headers, body })
    t.equal(status, 200)
    t.strictSame(JSON.parse(JSON.stringify(handled)), [params])
  })
}

t.test('reads a multipart form', async t => {
  const file = { field: 'file', name: 'a.png', type: 'image/png', bytes: new Uint8Array([1]) }
  const { answer } = await send({
    kind: 'multipart',
    form: {
      fields: [
        ['a[]', '1'],
        ['a[]', '2'],
      ],
      files: [file],
    },
  })
  t.strictSame(answer, { params: { a: ['1', '2'] }, files: ['a.png'] })
})

t.test('members with names of Object.prototype', async t => {
  const { status, answer } = await send(text('{"__proto__":{"x":1},"constructor":2}'), 'application/json')
  t.equal(status, 200)
  t.same(Object.keys(answer.params), ['__proto__', 'constructor'])
  t.equal(({} as Record<string, unknown>)['x'], undefined)
})

const refused: { name: string; body: RequestBody; code: number }[] = [
  { name: 'a syntax error', body: text('{bad'), code: 4 },
  { name: 'a trailing comma', body: text('{"a":1,}'), code: 4 },
  { name: 'only spaces', body: text('  '), code: 4 },
  { name: 'a byte order mark', body: bytes([0xef, 0xbb, 0xbf], '{"a":1}'), code: 4 },
  { name: 'invalid UTF-8', body: bytes('{"a":"', [0xff], '"}'), code: 5 },
  { name: 'a lone surrogate', body: text('{"a":["\\ud800"]}'), code: 10 },
  { name: 'a lone surrogate in a name', body: text('{"\\uDFFFa":1}'), code: 10 },
  { name: 'lists 513 deep', body: text(`{"a":${'['.repeat(513)}${']'.repeat(513)}}`), code: 1 },
  { name: 'maps 200,000 deep', body: text('{"a":'.repeat(200_000)), code: 1 },
]

for (const { name, body, code } of refused) {
  t.test(`refuses ${name}`, async t => {
    const { status, answer, errors } = await send(body, 'application/json', 'a=1')
    t.equal(status, 400)
    t.match(answer, { code: 'rest_invalid_json', data: { status: 400, json_error_code: code } })
    t.same(errors, [])
  })
}

t.test('brackets in strings do not count as depth', async t => {
  const value = `${'['.repeat(2000)}\\"{{{`
  const { status, answer } = await send(text(JSON.stringify({ a: value })), 'application/json')
  t.equal(status, 200)
  t.equal(answer.params.a, value)
})

t.test('handlers get the fields of a form as they were sent, and of no other body', async t => {
  const { registry } = aRegistry()
  registry.post('a/v1', '/form', {
    args: { n: { type: 'integer' } },
    permission: 'public',
    handler: request => ({ body: { form: request.form ?? 'none', n: request.params.n ?? 'none' } }),
  })
  const formOf = async (body: RequestBody | undefined, type: string, query = '') => {
    const headers = { 'content-type': type }
    return (await registry.dispatch({ method: 'POST', path: '/a/v1/form', query, headers, body })).body
  }
  t.same(await formOf(text('n=7&x[]=1'), form), { form: { n: '7', x: ['1'] }, n: 7 })
  const parsed = { kind: 'multipart', form: { fields: [['n', '7']], files: [] } } as const
  t.same(await formOf(parsed, 'multipart/form-data; boundary=x'), { form: { n: '7' }, n: 7 })
  t.same(await formOf(text('{"n":7}'), 'application/json', 'n=8'), { form: 'none', n: 7 })
  t.same(await formOf(undefined, form, 'n=8'), { form: 'none', n: 8 })
})

t.test('handlers get the value of a JSON body, and of no other one', async t => {
  const { registry } = aRegistry()
  registry.post('a/v1', '/json', {
    args: { n: { type: 'integer' } },
    permission: 'public',
    handler: ({ json, params }) => ({ body: { json: json ?? 'none', n: params.n ?? 'none' } }),
  })
  const jsonOf = async (body: RequestBody | undefined, type = 'application/json', query = '') => {
    const headers = { 'content-type': type }
    return (await registry.dispatch({ method: 'POST', path: '/a/v1/json', query, headers, body })).body
  }
  t.same(await jsonOf(text('{"n":"7"}')), { json: { n: '7' }, n: 7 }, 'as it was sent')
  t.same(await jsonOf(text('[1,2]')), { json: [1, 2], n: 'none' })
  t.same(await jsonOf({ kind: 'json', value: { n: 7 } }), { json: { n: 7 }, n: 7 })
  t.same(await jsonOf(undefined, undefined, 'n=7'), { json: 'none', n: 7 })
  t.same(await jsonOf(text('n=7'), form), { json: 'none', n: 7 })
  t.same(await jsonOf(text('')), { json: 'none', n: 'none' })
})

const { ADMIT_FROM, bodyTooLarge, MAX_BODY_BYTES, unsupportedMediaType } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/body-limits.js')>('dispatch/body-limits.js')

t.test('errors of bodies have their HTTP status', async t => {
  t.match(bodyTooLarge(5), { code: 'rest_request_too_large', status: 413, message: /5 bytes/ })
  t.match(unsupportedMediaType('No.'), { code: 'rest_unsupported_media_type', status: 415 })
  t.ok(ADMIT_FROM < MAX_BODY_BYTES)
})

const { checkJson, decodeUtf8, parseJson } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/parse-json.js')>('dispatch/parse-json.js')

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

t.test('JSON is parsed; anything else is refused with a reason', async t => {
  t.same(parseJson('{"a":[1,"é"]}'), { a: [1, 'é'] })
  const refused: readonly (readonly [text: string, code: number])[] = [
    ['{', 4],
    ['', 4],
    [nested(600), 1],
    ['"\\ud800"', 10],
    ['{"a":"\u0001"}', 3],
    ['{"a":"b', 3],
    ['{}\0', 3],
    ['{a:"\u0001"}', 4],
    ['{"a":"\\x\u0001"}', 4],
    ['{"a":"b"', 4],
    ['{"a":1.5e+3,"b":[true,nul]}', 4],
    [`"${'a'.repeat(1e6)}`, 3],
  ]
  for (const [text, code] of refused)
    t.throws(
      () => parseJson(text),
      { code: 'rest_invalid_json', status: 400, data: { json_error_code: code } },
      text.slice(0, 9),
    )
  t.ok(parseJson(nested(500)))
})

t.test('bytes must be UTF-8', async t => {
  t.equal(decodeUtf8(new TextEncoder().encode('é')), 'é')
  t.throws(() => decodeUtf8(Uint8Array.of(0xff)), { code: 'rest_invalid_json', data: { json_error_code: 5 } })
})

t.test('values need a JSON form', async t => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  for (const value of [circle, { f: () => 1 }, { n: 1n }, { s: Symbol('s') }, '\ud800'])
    t.throws(() => checkJson(value), { code: 'rest_invalid_json' })
  checkJson({ a: [1, null, 'x', undefined] })
})

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
