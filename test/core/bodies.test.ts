import {
  binaryBody,
  createMemoryBudget,
  createRegistry,
  endpoint,
  GrowingBytes,
  isMultipartForm,
  isUrlencodedForm,
  peekFormField,
  readForm,
  receiveBody,
  type StreamBody,
} from '@platen/core'
import t from 'tap'

const never = () => () => {}
const at = (milliseconds: number) => (resolve: (value: undefined) => void) => {
  const timer = setTimeout(resolve, milliseconds, undefined)
  return () => clearTimeout(timer)
}

t.test('a client that sends nothing is waited for as long as every body may take', async t => {
  let failures = 0
  const body = receiveBody(createMemoryBudget(100), { bodyTimeout: 50 }, () => void failures++)
  let stopped = 0
  await t.rejects(
    body.wait(() => () => void stopped++),
    { status: 408, code: 'rest_request_timeout' },
  )
  t.same([failures, stopped], [1, 1])
  await t.rejects(body.wait(never), { code: 'rest_request_timeout' }, 'and then no longer')
})

t.test('bytes that arrive extend the time', async t => {
  const body = receiveBody(createMemoryBudget(100), { bodyTimeout: 0, minBodyRate: 1000 })
  body.arrived(60_000)
  await body.wait(at(20))
  const slow = receiveBody(createMemoryBudget(100), { bodyTimeout: 0, minBodyRate: 1000 })
  slow.arrived(10)
  await t.rejects(slow.wait(at(5000)), { code: 'rest_request_timeout' })
})

t.test('the time of all waits counts, but not that between them', async t => {
  const body = receiveBody(createMemoryBudget(100), { bodyTimeout: 400, minBodyRate: 1_000_000 })
  await body.wait(at(20))
  await new Promise(resolve => setTimeout(resolve, 600))
  await body.wait(at(20))
  await t.rejects(async () => {
    for (let wait = 0; wait < 100; wait++) await body.wait(at(20))
  })
})

t.test('without a rate, there is no limit; a very long time is not an overflow', async () => {
  await receiveBody(createMemoryBudget(100), { bodyTimeout: 0, minBodyRate: 0 }).wait(at(20))
  const long = receiveBody(createMemoryBudget(100), { bodyTimeout: 0, minBodyRate: 1 })
  long.arrived(1e10)
  await long.wait(at(20))
})

t.test('a body is given up when others need its memory, whether or not it waits', async t => {
  const budget = createMemoryBudget(100)
  const [first, second, third] = [1, 2, 3].map(() => receiveBody(budget, {}))
  first?.hold(40)
  const waiting = second?.wait(never)
  second?.hold(40)
  third?.hold(40)
  await t.rejects(waiting ?? Promise.resolve(), {
    status: 503,
    code: 'rest_server_busy',
    headers: { 'Retry-After': '10' },
  })
  t.throws(() => second?.hold(1), /no memory left/)
  third?.hold(10)
})

t.test('a complete body is not given up, and its memory is free after the request', async t => {
  const budget = createMemoryBudget(100)
  const first = receiveBody(budget, {})
  first.hold(90)
  first.complete()
  const second = receiveBody(budget, {})
  t.throws(() => second.hold(20), /no memory left/)
  first.release()
  receiveBody(budget, {}).hold(90)
})

const bytes = Uint8Array.from({ length: 70_001 }, (_, i) => (i * 7) % 256)

function aRegistry() {
  const registry = createRegistry()
  registry.route('files/v1', '/one', {
    endpoints: [
      endpoint({
        methods: 'GET',
        permission: 'public',
        handler: () => ({
          body: binaryBody('application/zip', bytes),
          headers: { 'Content-Disposition': 'attachment' },
          fieldsApplied: true,
        }),
      }),
    ],
  })
  return registry
}

const get = (query = '', method = 'GET') => aRegistry().dispatch({ method, path: '/files/v1/one', query })

t.test('a file is sent as its bytes, with its content type', async t => {
  const { status, headers, bytes: sent } = await get()
  t.equal(status, 200)
  t.match(headers, { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment' })
  t.equal(headers['ETag'], undefined)
  t.equal(sent, bytes)
})

t.test('HEAD sends none', async t => {
  const { headers, bytes: sent, text } = await get('', 'HEAD')
  t.equal(headers['Content-Type'], 'application/zip')
  t.equal(sent, undefined)
  t.equal(text(), '')
})

t.test('in JSON it is base64', async t => {
  const base64 = Buffer.from(bytes).toString('base64')
  const enveloped = await get('_envelope')
  t.equal(enveloped.bytes, undefined)
  t.match(JSON.parse(enveloped.text()), { status: 200, body: base64 })
  t.match(enveloped.headers['Content-Type'], /^application\/json/)
  const padded = await get('_jsonp=show')
  t.equal(padded.text(), `/**/show("${base64.replaceAll('/', '\\/')}")`.replaceAll('\\/', '/'))
  t.match(padded.headers['Content-Type'], /^application\/javascript/)
})

t.test('bytes of chunks, in order', async t => {
  const growing = new GrowingBytes()
  t.equal(growing.bytes().length, 0)
  for (let from = 0; from < 1000; from += 10) growing.add(Uint8Array.from({ length: 10 }, (_, i) => (from + i) % 256))
  t.equal(growing.size, 1000)
  t.same(
    [...growing.bytes()],
    Array.from({ length: 1000 }, (_, i) => i % 256),
  )
})

t.test('keeps no chunk but a single one, and changes none', async t => {
  const growing = new GrowingBytes()
  const first = Uint8Array.of(1, 2, 3)
  growing.add(first.subarray(0, 1))
  t.equal(growing.bytes().buffer, first.buffer)
  const chunk = new Uint8Array(1)
  for (let value = 10; value < 15; value++) {
    chunk[0] = value
    growing.add(chunk)
  }
  t.same([...growing.bytes()], [1, 10, 11, 12, 13, 14])
  t.same([...first], [1, 2, 3])
})

t.test('takes at most twice the memory of the bytes', async t => {
  const growing = new GrowingBytes()
  for (let i = 0; i < 10_000; i++) growing.add(Uint8Array.of(0))
  t.ok(growing.bytes().buffer.byteLength <= 20_000)
})

t.test('begins anew once its bytes are taken', async t => {
  const growing = new GrowingBytes()
  growing.add(Uint8Array.of(1))
  growing.add(Uint8Array.of(2))
  t.same([...growing.take()], [1, 2])
  t.equal(growing.size, 0)
  growing.add(Uint8Array.of(3))
  t.same([...growing.bytes()], [3])
})

const TYPE = 'multipart/form-data; boundary=B'
const part = (value: string, name = 'nonce', more = '') =>
  `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const read = (text: string, type = TYPE) => peekFormField(new TextEncoder().encode(text), type, 'nonce')

for (const [what, text, value] of [
  ['the only field', `${part('abc')}--B--\r\n`, 'abc'],
  ['the first of many', `${part('abc')}${part('x', 'other')}--B--`, 'abc'],
  ['one between others', `${part('y', 'a')}${part('abc')}${part('x', 'b')}--B--`, 'abc'],
  ['the last of its name', `${part('one')}${part('two')}--B--`, 'two'],
  ['one after a preamble', `Hello\r\n${part('abc')}--B--`, 'abc'],
  [
    'one before a file that is cut off',
    `${part('abc')}${part('\0\xff', 'file', '; filename="a.png"')}`.slice(0, -9),
    'abc',
  ],
  ['an empty one', `${part('')}--B--`, ''],
  ['one of several lines', `${part('a\r\n\r\nb')}--B--`, 'a\r\n\r\nb'],
  [
    'one with a type',
    `${part('abc', 'nonce').replace('\r\n\r\n', '\r\nContent-Type: text/plain\r\n\r\n')}--B--`,
    'abc',
  ],
  ['one without quotes, in other case', '--B\r\ncontent-disposition:FORM-DATA;name=nonce\r\n\r\nabc\r\n--B--', 'abc'],
  ['none of another name', `${part('abc', 'nonces')}${part('nonce', 'x')}--B--`, undefined],
  ['none that is a file', `${part('abc', 'nonce', '; filename="n"')}--B--`, undefined],
  ['none that is cut off', part('abc'), undefined],
  ['none without a head', '--B\r\nnonce\r\n--B--', undefined],
  ['none of another disposition', `${part('abc').replace('form-data', 'attachment')}--B--`, undefined],
  ['none in the preamble', `Content-Disposition: form-data; name="nonce"\r\n\r\nabc\r\n--B--`, undefined],
  ['none of nothing', '', undefined],
] as const) {
  t.test(what, async t => t.equal(read(text), value))
}

t.test('the boundary is that of the type', async t => {
  t.equal(read(`${part('abc')}--B--`, 'multipart/form-data; boundary="B"'), 'abc')
  t.equal(read(`${part('abc')}--B--`, 'multipart/form-data; boundary=C'), undefined)
  t.equal(read(`${part('abc')}--B--`, 'multipart/form-data'), undefined)
})

t.test('many delimiters cost no more than their bytes', async t => {
  t.equal(read('--B\r\nnonce:;'.repeat(10_000)), undefined)
})

t.test('types of forms', async t => {
  t.ok(isMultipartForm('multipart/form-data; boundary=x'))
  t.ok(isMultipartForm(' Multipart/Form-Data'))
  t.notOk(isMultipartForm('multipart/form-database'))
  t.notOk(isMultipartForm('application/x-www-form-urlencoded'))
  t.ok(isUrlencodedForm('Application/x-www-form-urlencoded; charset=utf-8'))
  t.notOk(isUrlencodedForm('application/x-www-form-urlencodedness'))
  t.notOk(isUrlencodedForm(''))
})

const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=x'
const MAX = 1000

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** A stream as adapters pass it on, which parses forms into the given fields and files. */
const stream = (
  text: string,
  fields?: readonly (readonly [string, string])[],
  files: readonly string[] = [],
  length?: number,
): StreamBody => ({
  kind: 'stream',
  length,
  chunks: chunksOf(text),
  ...(fields && {
    async readForm(limits, take) {
      t.same(limits, { maxBytes: MAX, maxFieldBytes: MAX })
      for (const name of files) await take({ field: 'file', name, type: 'text/plain', chunks: chunksOf('') })
      return fields
    },
  }),
})

t.test('forms of all kinds are fields', async t => {
  const expected = { a: '1 +', list: ['x', 'y'] }
  const text = 'a=1+%2B&list[]=x&list[]=y'
  const fields = [
    ['a', '1 +'],
    ['list[]', 'x'],
    ['list[]', 'y'],
  ] as const
  for (const [what, body, type] of [
    ['text', { kind: 'text', text }, URLENCODED],
    ['bytes', { kind: 'bytes', bytes: new TextEncoder().encode(text) }, `${URLENCODED}; charset=UTF-8`],
    ['a stream', stream(text), URLENCODED.toUpperCase()],
    ['multipart', stream('', fields), MULTIPART],
    ['parsed by the adapter', { kind: 'multipart', form: { fields, files: [] } }, MULTIPART],
    ['parsed by the application', { kind: 'json', value: expected }, URLENCODED],
  ] as const)
    t.strictSame({ ...(await readForm(body, type, MAX)) }, expected, what)
  t.same(await readForm(undefined, URLENCODED, MAX), {})
  t.same(await readForm({ kind: 'json', value: 'x' }, URLENCODED, MAX), {})
})

t.test('other bodies are refused', async t => {
  const file = { field: 'file', name: 'a', type: 'text/plain', bytes: new Uint8Array() }
  for (const [what, body, type, status] of [
    ['no type', stream('a=1'), undefined, 415],
    ['another type', stream('{}'), 'application/json', 415],
    ['a type that begins like one', stream('a=1'), `${URLENCODED}-x`, 415],
    ['multipart that nobody parses', stream('a=1'), MULTIPART, 415],
    ['multipart as text', { kind: 'text', text: 'a=1' }, MULTIPART, 415],
    ['a file', stream('', [], ['a']), MULTIPART, 415],
    ['a parsed file', { kind: 'multipart', form: { fields: [], files: [file] } }, MULTIPART, 415],
    ['more than the limit', stream(`a=${'x'.repeat(MAX)}`), URLENCODED, 413],
    ['more than the limit, as announced', stream('', [], [], MAX + 1), MULTIPART, 413],
  ] as const)
    t.match(await readForm(body, type, MAX).catch((error: unknown) => error), { status }, what)
})
