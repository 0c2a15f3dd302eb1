import { bodyChunks, endpoint, type IncomingFile, peekable, type ReceivedFile, type StreamBody } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const json = { 'content-type': 'application/json' }
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
const large = `{"a":"${'x'.repeat(100_000)}"}`

/** A body that says how much of it was read. */
function stream(text: string, announced = true, pieces = 10) {
  const bytes = Buffer.from(text)
  const seen = { read: 0 }
  const step = Math.max(1, Math.ceil(bytes.length / pieces))
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += step) {
      seen.read += Math.min(step, bytes.length - at)
      yield bytes.subarray(at, at + step)
    }
  }
  const body: StreamBody = { kind: 'stream', length: announced ? bytes.length : undefined, chunks: chunks() }
  return { body, seen }
}

function aService() {
  const { registry, errors } = aRegistry({ maxBodyBytes: 200_000 })
  const handled: unknown[] = []
  const args = { a: { type: 'string' }, n: { type: 'integer' } } as const
  const handler = (request: { params: object }) => {
    handled.push(request.params)
    return { body: 'done' }
  }
  const routes = {
    open: { permission: 'public' as const },
    member: { permission: { capability: 'write' } },
    login: { permission: 'public' as const, requiresLogin: true },
    signed: { permission: () => false, body: { signedIn: true } },
    function: { permission: () => false },
    small: { permission: 'public' as const, body: { maxBytes: 10 } },
  }
  for (const [name, given] of Object.entries(routes)) registry.post('a/v1', `/${name}`, { args, handler, ...given })
  return { registry, errors, handled }
}

const cases: {
  name: string
  path: string
  text: string
  as?: string
  announced?: boolean
  status: number
  read: number
}[] = [
  { name: 'a body that anyone may send', path: 'open', text: large, status: 200, read: large.length },
  { name: 'the same in chunks', path: 'open', text: large, announced: false, status: 200, read: large.length },
  { name: 'too much', path: 'open', text: large.repeat(3), status: 413, read: 0 },
  { name: 'too much in chunks', path: 'open', text: large.repeat(30), announced: false, status: 413, read: 300_024 },
  { name: 'a body that requires a capability', path: 'member', text: large, status: 401, read: 0 },
  { name: 'the same without the capability', path: 'member', text: large, as: 'read', status: 403, read: 0 },
  {
    name: 'the same with the capability',
    path: 'member',
    text: large,
    as: 'write',
    status: 200,
    read: large.length,
  },
  { name: 'the same in chunks', path: 'member', text: large, announced: false, status: 401, read: 70_007 },
  { name: 'a small body without permission', path: 'member', text: '{"a":"x"}', status: 401, read: 9 },
  { name: 'a small invalid body', path: 'member', text: '{"n":"x"}', status: 400, read: 9 },
  { name: 'a body that requires a login', path: 'signed', text: large, status: 401, read: 0 },
  { name: 'the same after login', path: 'signed', text: large, as: 'x', status: 403, read: large.length },
  { name: 'a body that a function permits', path: 'function', text: large, status: 401, read: large.length },
  { name: 'a body beyond the limit of an endpoint', path: 'small', text: '{"a":"xxxx"}', status: 413, read: 0 },
  { name: 'a body without a route', path: 'nothing', text: large, status: 404, read: 0 },
]

for (const { name, path, text, as, announced, status, read } of cases) {
  t.test(`a body in a stream: ${name}`, async t => {
    const { registry, errors, handled } = aService()
    const { body, seen } = stream(text, announced)
    const headers = as === undefined ? json : { ...json, 'x-user': as }
    const answer = await registry.dispatch({ method: 'POST', path: `/a/v1/${path}`, headers, body })
    t.equal(answer.status, status)
    t.equal(seen.read, read)
    t.equal(handled.length, status === 200 ? 1 : 0)
    t.same(errors, [])
    // The same, when the adapter has read it before.
    const bytes = Buffer.from(text)
    const again = await registry.dispatch({
      method: 'POST',
      path: `/a/v1/${path}`,
      headers,
      body: { kind: 'bytes', bytes },
    })
    t.equal(again.status, status)
  })
}

for (const as of [undefined, 'x']) {
  t.test(`a body of ${as ?? 'nobody'} has a limit of its own, unless the endpoint has one`, async t => {
    const { registry } = aRegistry({ maxAnonymousBodyBytes: 1000, maxBodyBytes: 2000 })
    registry.post('a/v1', '/open', { permission: 'public', handler: () => ({ body: 'done' }) })
    registry.post('a/v1', '/own', {
      permission: 'public',
      body: { maxBytes: 5000 },
      handler: () => ({ body: 'done' }),
    })
    const headers = as === undefined ? json : { ...json, 'x-user': as }
    const statusOf = async (path: string, length: number) => {
      const { body } = stream(`{"a":"${'x'.repeat(length - 8)}"}`, false)
      return (await registry.dispatch({ method: 'POST', path, headers, body })).status
    }
    t.equal(await statusOf('/a/v1/open', 1000), 200)
    t.equal(await statusOf('/a/v1/open', 1001), as === undefined ? 413 : 200)
    t.equal(await statusOf('/a/v1/open', 2001), 413)
    t.equal(await statusOf('/a/v1/own', 5000), 200)
  })
}

t.test('the limit for anonymous callers is never above the limit for all', async t => {
  const { registry } = aRegistry({ maxBodyBytes: 1000 })
  registry.post('a/v1', '/open', { permission: 'public', handler: () => ({ body: 'done' }) })
  const { body } = stream(`{"a":"${'x'.repeat(1000)}"}`, false)
  t.equal((await registry.dispatch({ method: 'POST', path: '/a/v1/open', headers: json, body })).status, 413)
})

t.test('multipart forms that the adapter cannot parse are refused', async t => {
  const { registry, handled } = aService()
  const bytes = Buffer.from('--b--\r\n')
  for (const body of [{ kind: 'bytes', bytes }, { kind: 'text', text: '--b--' }, stream('--b--').body] as const) {
    const answer = await registry.dispatch({ method: 'POST', path: '/a/v1/open', headers: multipart, body })
    t.match(answer, { status: 415, body: { code: 'rest_unsupported_media_type' } })
  }
  t.same(handled, [])
})

/** A form as an adapter takes it apart. */
function formOf(fields: readonly (readonly [string, string])[], files: readonly string[], failure?: Error): StreamBody {
  return {
    ...stream('x').body,
    async readForm(_limits, take) {
      for (const text of files) await take({ field: 'f', name: text, type: '', chunks: stream(text).body.chunks })
      if (failure !== undefined) throw failure
      return fields
    },
  }
}

const receiving: {
  name: string
  fields?: [string, string][]
  as?: string
  failure?: Error
  status: number
  claims?: boolean
}[] = [
  { name: 'a handled form', as: 'write', status: 200 },
  { name: 'a form with a bad field', as: 'write', fields: [['n', 'x']], status: 400 },
  { name: 'an anonymous form', status: 401 },
  { name: 'a form that is cut off', as: 'write', failure: new Error('the line is cut'), status: 500 },
]

for (const { name, fields = [], as, failure, status } of receiving) {
  t.test(`received files are discarded after ${name}`, async t => {
    const log: string[] = []
    const { registry } = aRegistry()
    registry.route('a/v1', '/files', {
      endpoints: [
        endpoint({
          methods: 'POST',
          args: { n: { type: 'integer' } },
          permission: request => request.principal.can('write'),
          body: {
            maxFileBytes: 1000,
            async receive({ name, chunks }: IncomingFile): Promise<ReceivedFile> {
              let size = 0
              for await (const chunk of chunks) size += chunk.length
              log.push(`got ${name} of ${size}`)
              return { discard: async () => void log.push(`dropped ${name}`) }
            },
          },
          handler: ({ received, files }) => {
            log.push(`handled ${received.length}, ${files.length}`)
            return { body: null }
          },
        }),
      ],
    })
    const headers = as === undefined ? multipart : { ...multipart, 'x-user': as }
    const body = formOf(fields, ['one', 'three'], failure)
    const answer = await registry.dispatch({ method: 'POST', path: '/a/v1/files', headers, body })
    t.equal(answer.status, status)
    const handled = status === 200 ? ['handled 2, 0'] : []
    t.same(log, ['got one of 3', 'got three of 5', ...handled, 'dropped one', 'dropped three'])
  })
}

t.test('an empty file input is not a file', async t => {
  const { registry } = aRegistry()
  registry.post('a/v1', '/files', { permission: 'public', handler: ({ files }) => ({ body: files.map(f => f.name) }) })
  const request = { method: 'POST', path: '/a/v1/files', headers: multipart, body: formOf([], ['', 'one']) }
  t.same((await registry.dispatch(request)).body, ['one'])
})

t.test('an endpoint that receives files reads raw bodies itself, after the permission', async t => {
  const { registry } = aRegistry()
  registry.post('a/v1', '/raw', {
    permission: ({ principal }) => principal.can('write'),
    body: { receive: async () => undefined },
    async handler({ body }) {
      let size = 0
      for await (const chunk of bodyChunks(body)) size += chunk.length
      return { body: size }
    },
  })
  const raw = { 'content-type': 'text/plain' }
  const refused = stream(large)
  const answer = await registry.dispatch({ method: 'POST', path: '/a/v1/raw', headers: raw, body: refused.body })
  t.match([answer.status, refused.seen.read], [401, 0])
  const headers = { ...raw, 'x-user': 'write' }
  const { body } = stream(large)
  t.equal((await registry.dispatch({ method: 'POST', path: '/a/v1/raw', headers, body })).body, large.length)
  const text = { kind: 'text', text: 'ä' } as const
  t.equal((await registry.dispatch({ method: 'POST', path: '/a/v1/raw', headers, body: text })).body, 2)
})

t.test('invalid body options are refused', async t => {
  for (const body of [{ maxBytes: -1 }, { maxFileBytes: Number.NaN }, { recieve: async () => undefined }]) {
    const { registry } = aRegistry()
    const definition = { permission: 'public', handler: () => ({ body: 1 }), body } as const
    t.throws(() => registry.post('a/v1', '/x', definition), { name: 'SchemaError' })
  }
})

const { collect } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/body-chunks.js')>('dispatch/body-chunks.js')

const bytes = (text: string) => new TextEncoder().encode(text)
async function* chunks(...texts: string[]) {
  for (const text of texts) yield bytes(text)
}
const textOf = async (body: Parameters<typeof bodyChunks>[0]) =>
  new TextDecoder().decode(await collect(bodyChunks(body), 100))

t.test('every kind of body is a stream of its bytes', async t => {
  t.equal(await textOf(undefined), '')
  t.equal(await textOf({ kind: 'bytes', bytes: bytes('é') }), 'é')
  t.equal(await textOf({ kind: 'text', text: 'é' }), 'é')
  t.equal(await textOf({ kind: 'json', value: { a: 1 } }), '{"a":1}')
  t.equal(await textOf({ kind: 'stream', length: undefined, chunks: chunks('a', '', 'bc') }), 'abc')
})

t.test('reading stops at the limit, and a large body needs admission', async t => {
  await t.rejects(collect(chunks('abc', 'def'), 5), { code: 'rest_request_too_large', status: 413 })
  let admitted = 0
  const admit = async () => void admitted++
  await collect(chunks('ab', 'cd', 'ef'), 10, 6, admit)
  t.equal(admitted, 0)
  await collect(chunks('ab', 'cd', 'ef', 'gh'), 10, 3, admit)
  t.equal(admitted, 1)
})

t.test('every chunk is held, before the next one is read', async t => {
  const held: number[] = []
  await collect(chunks('ab', 'cde'), 10, undefined, undefined, bytes => held.push(bytes))
  t.same(held, [2, 3])
  const full = () => {
    throw new Error('full')
  }
  await t.rejects(collect(chunks('ab'), 10, undefined, undefined, full), /full/)
})

t.test('no chunk is kept: many small ones would take far more memory than their bytes', async t => {
  async function* reused() {
    yield bytes('a')
    const chunk = new Uint8Array(1)
    for (const letter of 'bcdef') {
      chunk.set(bytes(letter))
      yield chunk
    }
  }
  t.equal(new TextDecoder().decode(await collect(reused(), 100)), 'abcdef')
})

const encoder = new TextEncoder()

/** Chunks that a second iteration continues where the first one was left. */
function source(...texts: readonly string[]) {
  const left = [...texts]
  return {
    left,
    async *[Symbol.asyncIterator]() {
      for (let text = left.shift(); text !== undefined; text = left.shift()) yield encoder.encode(text)
    },
  }
}

async function rest(body: ReturnType<typeof peekable>): Promise<string> {
  let text = ''
  for await (const chunk of bodyChunks({ kind: 'stream', length: undefined, ...body }))
    text += new TextDecoder().decode(chunk)
  return text
}

const peekedBodies: readonly (readonly [limits: readonly number[], heads: readonly string[]])[] = [
  [[], []],
  [[0], ['']],
  [[1], ['a']],
  [[4], ['abcd']],
  [[5], ['abcde']],
  [[100], ['abcdefghi']],
  [
    [2, 7, 3, 100, 100],
    ['ab', 'abcdefg', 'abc', 'abcdefghi', 'abcdefghi'],
  ],
]

for (const [limits, heads] of peekedBodies) {
  t.test(`a stream is whole after its first ${limits.join(', ')} bytes were read`, async t => {
    const body = peekable(source('abcd', '', 'efg', 'hi'))
    const seen: string[] = []
    for (const limit of limits) seen.push(new TextDecoder().decode(await body.peek(limit)))
    t.same(seen, heads)
    t.equal(await rest(body), 'abcdefghi')
  })
}

t.test('no more is read than needed', async t => {
  const chunks = source('abcd', 'efgh', 'ijkl')
  await peekable(chunks).peek(5)
  t.same(chunks.left, ['ijkl'])
})

t.test('the first bytes are held until the stream is read', async t => {
  const held: number[] = []
  const body = peekable(source('abcd', 'efgh', 'ijkl'), bytes => held.push(bytes))
  await body.peek(5)
  t.same(held, [4, 4])
  t.equal(await rest(body), 'abcdefghijkl')
  t.same(held, [4, 4, -8])
})

t.test('an empty stream', async t => {
  const body = peekable(source())
  t.equal((await body.peek(10)).length, 0)
  t.equal(await rest(body), '')
})

t.test('a stream that breaks', async t => {
  const body = peekable({
    async *[Symbol.asyncIterator]() {
      yield encoder.encode('a')
      throw new Error('gone')
    },
  })
  t.equal((await body.peek(1)).length, 1)
  await t.rejects(
    peekable({
      [Symbol.asyncIterator]: () => {
        throw new Error('gone')
      },
    }).peek(1),
    { message: 'gone' },
  )
  await t.rejects(body.peek(10), { message: 'gone' })
})
