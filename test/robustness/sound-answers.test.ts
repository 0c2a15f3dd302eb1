import assert from 'node:assert/strict'
import { endpoint, type RestRequest } from '@platen/core'
import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'
import { aRegistry } from '../core/a-registry.js'
import { grows } from '../growth.js'
import { makeSite } from '../site/make-site.js'
import { playRequests } from './play-requests.js'
import { createRandom } from './random.js'
import { createRequests } from './random-requests.js'
import { type Answer, complaintAbout } from './sound-answers.js'

const json = { 'Content-Type': 'application/json' }
const error = (code: string) => JSON.stringify({ code, message: 'Why.', data: null })

const answers: readonly { name: string; answer: Answer; dialect?: typeof cmsDialect; sound: boolean }[] = [
  { name: 'a value', answer: { status: 200, headers: json, text: '{"a":1}' }, sound: true },
  { name: 'nothing', answer: { status: 304, headers: {}, text: '' }, sound: true },
  {
    name: 'a call',
    answer: { status: 200, headers: { 'Content-Type': 'application/javascript' }, text: '/**/cb({"a":1})' },
    sound: true,
  },
  {
    name: 'an archive',
    answer: { status: 200, headers: { 'Content-Type': 'application/zip' }, text: 'PK..' },
    sound: true,
  },
  {
    name: 'no archive',
    answer: { status: 200, headers: { 'Content-Type': 'application/zip' }, text: '..' },
    sound: false,
  },
  { name: 'a refusal', answer: { status: 404, headers: json, text: error('rest_no_route') }, sound: true },
  { name: 'half a value', answer: { status: 200, headers: json, text: '{"a":' }, sound: false },
  { name: 'a refusal without a code', answer: { status: 400, headers: json, text: '{}' }, sound: false },
  { name: 'no status', answer: { status: Number.NaN, headers: json, text: '{}' }, sound: false },
  { name: 'a header of two lines', answer: { status: 200, headers: { Link: 'a\r\nb' }, text: '' }, sound: false },
  { name: 'a failure', answer: { status: 500, headers: json, text: error('rest_internal_error') }, sound: false },
  {
    name: 'a failure of the store',
    answer: { status: 503, headers: json, text: error('rest_store_unavailable') },
    sound: false,
  },
  {
    name: 'something that is not done',
    answer: { status: 501, headers: json, text: error('rest_trash_not_supported') },
    sound: true,
  },
  {
    name: 'something else that is not done',
    answer: { status: 501, headers: json, text: error('other') },
    sound: false,
  },
  {
    name: 'a mistake that is repeated',
    answer: { status: 500, headers: json, text: error('empty_term_name') },
    dialect: wpDialect,
    sound: true,
  },
  {
    name: 'a mistake that is not',
    answer: { status: 500, headers: json, text: error('empty_term_name') },
    sound: false,
  },
]

for (const { name, answer, dialect = cmsDialect, sound } of answers) {
  t.test(`${sound ? 'accepts' : 'complains about'} ${name}`, async t => {
    t.equal(complaintAbout(answer, dialect) === undefined, sound)
  })
}

t.test('the same seed makes the same requests', async t => {
  const made = (seed: number) => {
    const { make } = createRequests(createRandom(seed), 'cms', ['/cms/v2/posts', '/cms/v2/users'])
    return JSON.stringify(Array.from({ length: 50 }, make))
  }
  t.equal(made(7), made(7))
  t.not(made(7), made(8))
})

t.test('problems are reported once for each kind', async t => {
  const { make } = createRequests(createRandom(7), 'cms', ['/cms/v2/posts'])
  let number = 0
  const troubles = await playRequests(30, make, {
    dialect: cmsDialect,
    errors: [],
    async send() {
      number++
      if (number % 10 === 0) throw new Error('it broke')
      if (number === 7) void Promise.reject(new Error('nobody waited'))
      if (number === 7) await new Promise(resolve => setTimeout(resolve, 5))
      return {
        status: number % 5 === 0 ? 500 : 200,
        headers: json,
        text: number % 5 === 0 ? error('rest_internal_error') : '{}',
      }
    },
  })
  t.same(
    troubles.map(trouble => [trouble.what, trouble.number]),
    [
      ['500 rest_internal_error', 4],
      ['an unhandled rejection', 6],
      ['a rejection', 9],
    ],
  )
})

const cyclic: Record<string, unknown> = { title: 'x' }
cyclic['self'] = [cyclic]
/** Half a million nodes on as many paths that a walk without a memory would take. */
let shared: unknown = []
for (let i = 0; i < 500; i++) shared = [shared, shared]
let deep: unknown = 'x'
for (let i = 0; i < 600; i++) deep = { deep }
const throwing = (name: string) =>
  Object.defineProperty({ ...plain }, name, {
    enumerable: true,
    get() {
      throw new Error(`no ${name}`)
    },
  })
async function* breaking() {
  yield Buffer.from('{')
  throw new Error('the line is cut')
}
async function* words() {
  yield 'not bytes'
}

/** What may get long. */
const LONG = {
  'a method': (length: number) => ({ method: 'A'.repeat(length), path: '/odd/v1/x' }),
  'a path': (length: number) => ({ method: 'GET', path: `/${'a'.repeat(length)}` }),
  'a path of slashes': (length: number) => ({ method: 'GET', path: '/'.repeat(length) }),
  'a path of escapes': (length: number) => ({ method: 'GET', path: '/%25'.repeat(length / 4) }),
}

const plain = { method: 'POST', path: '/odd/v1/x', headers: { 'content-type': 'application/json' } }
const withBody = (body: unknown) => ({ ...plain, body })
const oddRequestsJson = (value: unknown) => withBody({ kind: 'json', value })

const requests: readonly (readonly [what: string, request: unknown, status: number, code?: string])[] = [
  ['undefined', undefined, 400],
  ['null', null, 400],
  ['a number', 7, 400],
  ['a list', [], 400],
  ['no method', { path: '/' }, 400],
  ['a method that is a number', { method: 1, path: '/' }, 400],
  ['a method that is a symbol', { method: Symbol('GET'), path: '/' }, 400],
  ['an empty method', { method: '', path: '/odd/v1/x' }, 404],
  ['a method of spaces', { method: 'G E T', path: '/odd/v1/x' }, 404],
  ['a huge method', LONG['a method'](1_000_000), 404],
  ['a path that is an object', { method: 'GET', path: {} }, 400],
  ['an empty path', { method: 'GET', path: '' }, 404],
  ['a path of half a character', { method: 'GET', path: '/\ud800' }, 404],
  ['a path with a NUL', { method: 'GET', path: '/\0' }, 404],
  ['a huge path', LONG['a path'](2_000_000), 404],
  ['a path of slashes', LONG['a path of slashes'](2_000_000), 404],
  ['a path of escapes', LONG['a path of escapes'](1_200_000), 404],
  ['a query that is a number', { method: 'GET', path: '/odd/v1/x', query: 7 }, 400],
  ['a query that is null', { method: 'GET', path: '/odd/v1/x', query: null }, 400],
  ['a query of symbols', { method: 'GET', path: '/odd/v1/x', query: { a: Symbol('a') } }, 200],
  ['headers that are a text', { method: 'GET', path: '/odd/v1/x', headers: 'a' }, 400],
  ['a header that is an object', { ...plain, headers: { 'content-type': {} } }, 200],
  ['a getter of the method that throws', throwing('method'), 500],
  ['a getter of the path that throws', throwing('path'), 500],
  ['a getter of the query that throws', throwing('query'), 500],
  ['a getter of the headers that throws', throwing('headers'), 500],
  ['a getter of the body that throws', throwing('body'), 500],
  ['a body of null', withBody(null), 400, 'rest_invalid_body'],
  ['a body of no kind', withBody({}), 400, 'rest_invalid_body'],
  ['a body of an unknown kind', withBody({ kind: 'blob' }), 400, 'rest_invalid_body'],
  ['a body that is a text', withBody('{}'), 400, 'rest_invalid_body'],
  ['bytes that are a text', withBody({ kind: 'bytes', bytes: '{}' }), 400, 'rest_invalid_body'],
  ['a text that is a number', withBody({ kind: 'text', text: 7 }), 400, 'rest_invalid_body'],
  ['a value that contains itself', oddRequestsJson(cyclic), 400, 'rest_invalid_json'],
  ['a value with very many paths', oddRequestsJson({ shared }), 200],
  ['a value that is too deep', oddRequestsJson(deep), 400, 'rest_invalid_json'],
  ['a symbol as a value', oddRequestsJson({ a: Symbol('a') }), 400, 'rest_invalid_json'],
  ['a bigint as a value', oddRequestsJson({ a: 1n }), 400, 'rest_invalid_json'],
  ['a function as a value', oddRequestsJson({ a: () => 1 }), 400, 'rest_invalid_json'],
  ['half a character as a value', oddRequestsJson({ a: '\ud800' }), 400, 'rest_invalid_json'],
  ['a value whose getter throws', oddRequestsJson(throwing('path')), 500],
  ['a form without fields', withBody({ kind: 'multipart', form: {} }), 500],
  ['a stream without chunks', withBody({ kind: 'stream' }), 500],
  ['a stream that breaks', withBody({ kind: 'stream', chunks: breaking() }), 500],
  ['a stream of texts', withBody({ kind: 'stream', chunks: words() }), 400, 'rest_invalid_body'],
  ['a principal that is a number', { ...plain, principal: 7 }, 200],
]

const { site } = await makeSite({ onError() {} })
for (const [what, request, status, code] of requests) {
  t.test(`dispatch responds to ${what}`, async t => {
    const { registry, errors } = aRegistry()
    registry.route('odd/v1', '/x', {
      endpoints: [endpoint({ methods: ['GET', 'POST'], permission: 'public', handler: () => ({ body: 'fine' }) })],
    })
    const response = await registry.dispatch(request as RestRequest)
    t.equal(response.status, status, response.text().slice(0, 200))
    if (code !== undefined) t.match(response.body, { code, data: { status } })
    if (status >= 400) t.match(JSON.parse(response.text()), { code: String, message: String })
    t.equal(errors.length, status === 500 ? 1 : 0)

    const { status: answered } = await site.dispatch(request as RestRequest)
    t.ok(answered >= 200 && answered <= 500, 'the site does as well')
  })
}

for (const [what, requestOf] of Object.entries(LONG)) {
  t.test(`the time for ${what} grows with its length`, async t => {
    const make = (length: number) => {
      const request = requestOf(length)
      return async () => assert.ok((await site.dispatch(request)).status < 500)
    }
    t.equal(await grows(make, 2_000_000), undefined)
  })
}

t.test('a failing error handler does not change the response', async t => {
  const logged = t.capture(console, 'error')
  const failing = [
    () => {
      throw new Error('in the handler')
    },
    () => Promise.reject(new Error('in the handler')),
  ]
  for (const onError of failing) {
    const { registry } = aRegistry({ onError })
    registry.get('odd/v1', '/x', {
      permission: 'public',
      handler() {
        throw new Error('in the route')
      },
    })
    t.equal((await registry.dispatch({ method: 'GET', path: '/odd/v1/x' })).status, 500)
  }
  await new Promise(resolve => setImmediate(resolve))
  const [first, second] = ['in the route', 'in the handler'].map(message => ['GET /odd/v1/x failed:', { message }])
  t.match(logged.args(), [first, second, first, second])
})
