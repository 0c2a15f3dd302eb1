import { endpoint, type HandlerRequest, preconditionFailed } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

const modified = Date.UTC(2025, 0, 2, 3, 4, 5, 678)
const lastModified = 'Thu, 02 Jan 2025 03:04:05 GMT'

/** A thing that has a version, one that has none and one whose endpoint for changes does not tell its version. */
function aSite() {
  const { registry, errors } = aRegistry()
  const thing = { version: 3, modified, title: 'old' }
  let expected: number | undefined
  const state = () => (thing.version === 0 ? undefined : { version: thing.version, modified: thing.modified })
  const change = (request: HandlerRequest<{ title?: string | undefined }>) => {
    expected = request.expectedVersion
    thing.version++
    thing.title = String(request.params.title)
    return { body: { title: thing.title } }
  }
  const args = { title: { type: 'string' } } as const
  const show = () => ({ body: { title: thing.title }, state: state() })
  registry.route('a/v1', '/versioned', {
    endpoints: [
      endpoint({ methods: 'GET', permission: 'public', handler: show }),
      endpoint({ methods: ['PUT', 'DELETE'], args, permission: 'public', state, handler: change }),
    ],
  })
  registry.route('a/v1', '/shown', {
    endpoints: [
      endpoint({ methods: 'GET', permission: 'public', handler: show }),
      endpoint({ methods: 'PUT', args, permission: 'public', handler: change }),
    ],
  })
  registry.route('a/v1', '/plain', {
    endpoints: [
      endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: { title: thing.title } }) }),
      endpoint({ methods: 'PUT', args, permission: 'public', handler: change }),
    ],
  })
  registry.route('a/v1', '/unseen', {
    endpoints: [
      endpoint({ methods: 'GET', permission: { capability: 'see' }, handler: show }),
      endpoint({ methods: 'PUT', args, permission: 'public', handler: change }),
    ],
  })
  const get = (path: string, headers = {}, query = '') =>
    registry.dispatch({ method: 'GET', path: `/a/v1${path}`, headers, query })
  const put = (path: string, headers = {}) =>
    registry.dispatch({ method: 'PUT', path: `/a/v1${path}`, headers, query: 'title=new' })
  return { get, put, thing, errors, dispatch: registry.dispatch, expected: () => expected }
}

t.test('responses have an entity tag', async t => {
  const { get, put, thing, dispatch } = aSite()
  const first = await get('/versioned')
  t.match(first.headers['ETag'], /^"v3-[\da-f]{16}"$/)
  t.equal(first.headers['Last-Modified'], lastModified)
  t.equal((await get('/versioned')).headers['ETag'], first.headers['ETag'])
  t.not((await get('/versioned', {}, '_fields=none')).headers['ETag'], first.headers['ETag'])
  t.match((await get('/plain')).headers['ETag'], /^"[\da-f]{16}"$/)
  thing.title = 'other'
  t.not((await get('/versioned')).headers['ETag'], first.headers['ETag'])
  for (const answer of [
    await put('/versioned'),
    await get('/nowhere'),
    await dispatch({ method: 'OPTIONS', path: '/a/v1/plain' }),
  ]) {
    t.equal(answer.headers['ETag'], undefined)
  }
})

const tagOf = async (get: ReturnType<typeof aSite>['get'], path: string) => (await get(path)).headers['ETag'] as string

const reading: { name: string; path?: string; headers: (tag: string) => Record<string, string>; status: number }[] = [
  { name: 'the tag', headers: tag => ({ 'if-none-match': tag }), status: 304 },
  {
    name: 'the tag of a resource without versions',
    path: '/plain',
    headers: tag => ({ 'if-none-match': tag }),
    status: 304,
  },
  { name: 'a weak tag', headers: tag => ({ 'if-none-match': `W/${tag}` }), status: 304 },
  { name: 'one of several tags', headers: tag => ({ 'if-none-match': `"x", ${tag}` }), status: 304 },
  { name: 'a star', headers: () => ({ 'if-none-match': '*' }), status: 304 },
  { name: 'another tag', headers: () => ({ 'if-none-match': '"x"' }), status: 200 },
  {
    name: 'another tag, whatever the time',
    headers: () => ({ 'if-none-match': '"x"', 'if-modified-since': lastModified }),
    status: 200,
  },
  { name: 'the time', headers: () => ({ 'if-modified-since': lastModified }), status: 304 },
  { name: 'a later time', headers: () => ({ 'if-modified-since': 'Fri, 03 Jan 2025 00:00:00 GMT' }), status: 304 },
  { name: 'an earlier time', headers: () => ({ 'if-modified-since': 'Thu, 02 Jan 2025 03:04:04 GMT' }), status: 200 },
  { name: 'no time', headers: () => ({ 'if-modified-since': 'yesterday' }), status: 200 },
  {
    name: 'a time, for a resource without one',
    path: '/plain',
    headers: () => ({ 'if-modified-since': lastModified }),
    status: 200,
  },
]

for (const { name, path = '/versioned', headers, status } of reading) {
  t.test(`a read with ${name}`, async t => {
    const { get } = aSite()
    const tag = await tagOf(get, path)
    const answer = await get(path, headers(tag))
    t.equal(answer.status, status)
    t.equal(answer.headers['ETag'], tag)
    if (status === 304) t.same([answer.body, answer.text()], [undefined, ''])
  })
}

const changing: {
  name: string
  path?: string
  headers: (tag: string) => Record<string, string>
  status: number
  expected?: number
}[] = [
  { name: 'nothing', headers: () => ({}), status: 200 },
  { name: 'the tag', headers: tag => ({ 'if-match': tag }), status: 200, expected: 3 },
  {
    name: 'a tag of another view of the same version',
    headers: () => ({ 'if-match': '"v3-0123456789abcdef"' }),
    status: 200,
    expected: 3,
  },
  { name: 'one of several tags', headers: tag => ({ 'if-match': `"x" , ${tag}` }), status: 200, expected: 3 },
  { name: 'a star', headers: () => ({ 'if-match': '*' }), status: 200, expected: 3 },
  { name: 'the tag of an older version', headers: () => ({ 'if-match': '"v2-0123456789abcdef"' }), status: 412 },
  {
    name: 'the tag of a version with the same first digit',
    headers: () => ({ 'if-match': '"v31-0123456789abcdef"' }),
    status: 412,
  },
  { name: 'no tag', headers: () => ({ 'if-match': 'x' }), status: 412 },
  { name: 'an empty tag', headers: () => ({ 'if-match': '' }), status: 412 },
  { name: 'the time', headers: () => ({ 'if-unmodified-since': lastModified }), status: 200, expected: 3 },
  { name: 'an earlier time', headers: () => ({ 'if-unmodified-since': 'Thu, 02 Jan 2025 03:04:04 GMT' }), status: 412 },
  { name: 'no time', headers: () => ({ 'if-unmodified-since': 'yesterday' }), status: 200, expected: 3 },
  {
    name: 'the tag, whatever the time',
    headers: tag => ({ 'if-match': tag, 'if-unmodified-since': 'Thu, 02 Jan 2025 03:04:04 GMT' }),
    status: 200,
    expected: 3,
  },
  {
    name: 'the tag of its view',
    path: '/shown',
    headers: tag => ({ 'if-match': tag }),
    status: 200,
    expected: 3,
  },
  {
    name: 'an older tag than that of its view',
    path: '/shown',
    headers: () => ({ 'if-match': '"v2-0123456789abcdef"' }),
    status: 412,
  },
  {
    name: 'an earlier time than that of its view',
    path: '/shown',
    headers: () => ({ 'if-unmodified-since': 'Thu, 02 Jan 2025 03:04:04 GMT' }),
    status: 412,
  },
  {
    name: 'the tag of a resource without versions',
    path: '/plain',
    headers: tag => ({ 'if-match': tag }),
    status: 200,
  },
  {
    name: 'another tag than that of a resource without versions',
    path: '/plain',
    headers: () => ({ 'if-match': '"0123456789abcdef"' }),
    status: 412,
  },
  {
    name: 'a star, for a resource without versions',
    path: '/plain',
    headers: () => ({ 'if-match': '*' }),
    status: 200,
  },
  {
    name: 'a time, for a resource without one',
    path: '/plain',
    headers: () => ({ 'if-unmodified-since': lastModified }),
    status: 200,
  },
  {
    name: 'a star, for a resource that the caller may not read',
    path: '/unseen',
    headers: () => ({ 'if-match': '*' }),
    status: 412,
  },
]

for (const { name, path = '/versioned', headers, status, expected } of changing) {
  t.test(`a change with ${name}`, async t => {
    const { get, put, thing, expected: seen } = aSite()
    const answer = await put(path, headers(path === '/unseen' ? '' : await tagOf(get, path)))
    t.equal(answer.status, status)
    t.equal(thing.title, status === 200 ? 'new' : 'old')
    if (status === 200) t.equal(seen(), expected)
    else t.match(answer.body, { code: 'rest_precondition_failed', data: { status: 412 } })
  })
}

t.test('a condition for a missing resource fails', async t => {
  const { put, thing } = aSite()
  thing.version = 0
  t.equal((await put('/versioned', { 'if-match': '*' })).status, 412)
  t.equal((await put('/versioned')).status, 200)
})

t.test('preconditions do not apply to reads', async t => {
  const { get } = aSite()
  t.equal((await get('/versioned', { 'if-match': '"x"' })).status, 200)
})

t.test('of two changes with the same tag, the second one is refused', async t => {
  const { get, put } = aSite()
  for (const path of ['/versioned', '/plain']) {
    const tag = await tagOf(get, path)
    t.equal((await put(path, { 'if-match': tag })).status, 200)
    if (path === '/versioned') t.equal((await put(path, { 'if-match': tag })).status, 412)
  }
})

t.test('preconditionFailed creates the error for stores', async t => {
  t.match(preconditionFailed(), { code: 'rest_precondition_failed', status: 412 })
})

function aDocument(declared: boolean) {
  const { registry } = aRegistry()
  const seen: unknown[] = []
  let version = 1
  registry.route('a/v1', '/doc', {
    endpoints: [
      endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: { version }, state: { version } }) }),
      endpoint({
        methods: 'PUT',
        permission: 'public',
        ...(declared ? { state: () => ({ version }) } : {}),
        handler(request) {
          seen.push(request.expectedVersion)
          return { body: { version: ++version } }
        },
      }),
    ],
  })
  const send = (method: string, headers = {}) => registry.dispatch({ method, path: '/a/v1/doc', headers })
  return { send, seen }
}

for (const declared of [true, false]) {
  t.test(`a change is based on the current version (${declared ? 'state' : 'view'})`, async t => {
    const { send, seen } = aDocument(declared)
    const tag = (await send('GET')).headers['ETag'] as string
    t.equal((await send('PUT', { 'if-match': tag })).status, 200)
    t.match(await send('PUT', { 'if-match': tag }), { status: 412, body: { code: 'rest_precondition_failed' } })
    t.equal((await send('PUT', { 'if-match': '*' })).status, 200)
    t.equal((await send('PUT')).status, 200)
    t.same(seen, [1, 2, undefined])
  })
}

const { hashBytes } = await loadModule<typeof import('../../../packages/core/src/dispatch/hash.js')>('dispatch/hash.js')

const hashOf = (text: string) => hashBytes(Buffer.from(text))

t.test('the hash of bytes is 16 hexadecimal digits, and differs with them', async t => {
  t.match(hashOf(''), /^[\da-f]{16}$/)
  t.equal(hashOf('a'), hashOf('a'))
  const texts = ['', '\0', '\0\0', 'a', 'b', 'ab', 'ba', 'é', 'x'.repeat(70_000), `${'x'.repeat(70_000)}y`]
  t.equal(new Set(texts.map(hashOf)).size, texts.length)
})

t.test('long texts differ wherever they differ', async t => {
  const long = 'é€😀x'.repeat(900)
  const changed = [...long].map((character, at) =>
    character === 'x' ? [...long].with(at, 'y').join('') : long.slice(at % 2),
  )
  const texts = [...new Set([long, `${long} `, long.slice(1), `\0${long}`, `${long}\0`, ...changed])]
  t.equal(new Set(texts.map(hashOf)).size, texts.length)
  const lengths = Array.from({ length: 40 }, (_, more) => 'z'.repeat(500 + more))
  t.equal(new Set(lengths.map(hashOf)).size, lengths.length)
})

t.test('two words that change places, or change by the same, are noticed', async t => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  const hashes = new Set([hashBytes(bytes)])
  let count = 1
  for (let one = 0; one < 64; one++) {
    for (let other = one + 1; other < 64; other++) {
      const words = new Uint32Array(bytes.slice().buffer)
      const first = words[one] as number
      words[one] = words[other] as number
      words[other] = first
      hashes.add(hashBytes(new Uint8Array(words.buffer)))
      count++
    }
  }
  t.equal(hashes.size, count)
})

t.test('where bytes lie in their buffer makes no difference', async t => {
  const text = Buffer.from('The same text, at any place of a buffer: é')
  for (let offset = 0; offset < 5; offset++) {
    const buffer = new Uint8Array(text.length + offset)
    buffer.set(text, offset)
    t.equal(hashBytes(buffer.subarray(offset)), hashBytes(text))
  }
})
