import { type PageRequest, RestError, type RestResponse } from '@platen/core'
import { type CorsOptions, createListener } from '@platen/http'
import t from 'tap'
import { answer, plain, serve } from './serve.js'

const answers: {
  name: string
  method?: string
  given: Partial<RestResponse> & { content?: string }
  status?: number
  headers: Record<string, string | undefined>
  body?: string
}[] = [
  { name: 'text with its length', given: { content: '{"a":1}' }, headers: { 'content-length': '7' }, body: '{"a":1}' },
  { name: 'length in bytes', given: { content: '"☃"' }, headers: { 'content-length': '5' }, body: '"☃"' },
  {
    name: 'half a pair of surrogates',
    given: { content: '"\ud800"' },
    headers: { 'content-length': '5' },
    body: '"\ufffd"',
  },
  { name: 'nothing', given: { content: '' }, headers: { 'content-length': '0' }, body: '' },
  {
    name: 'status and headers',
    given: { status: 201, headers: { Location: '/a' } },
    status: 201,
    headers: { location: '/a' },
  },
  { name: 'HEAD', method: 'HEAD', given: { content: '{"a":1}' }, headers: { 'content-length': '7' }, body: '' },
  {
    name: 'HEAD of which the text was left out',
    method: 'HEAD',
    given: { content: '' },
    headers: { 'content-length': undefined },
    body: '',
  },
  {
    name: '204',
    given: { status: 204, content: '{"a":1}' },
    status: 204,
    headers: { 'content-length': undefined, 'content-type': undefined, 'transfer-encoding': undefined },
    body: '',
  },
  {
    name: '304',
    given: { status: 304, headers: { ETag: '"a"' } },
    status: 304,
    headers: { etag: '"a"', 'transfer-encoding': undefined },
    body: '',
  },
  {
    name: 'an error',
    given: { status: 500, content: '{}' },
    status: 500,
    headers: { 'content-length': '2' },
    body: '{}',
  },
  { name: 'an invalid status', given: { status: 42 }, status: 500, headers: {} },
  {
    name: 'headers that try to break out',
    given: { headers: { 'X-A': 'a\r\nX-Evil: 1', 'X-B': 'b\n\nevil', 'X-C: x\r\nX-Evil': '1', 'X-D': '\0\x7f' } },
    headers: {
      'x-a': 'a%0D%0AX-Evil: 1',
      'x-b': 'b%0A%0Aevil',
      'x-c': undefined,
      'x-evil': undefined,
      'x-d': '%00%7F',
    },
  },
  {
    name: 'headers beyond Latin-1',
    given: { headers: { Link: '</ä☃😀>' } },
    headers: { link: '</%C3%A4%E2%98%83%F0%9F%98%80>' },
  },
  {
    name: 'half a pair of surrogates in a header',
    given: { headers: { Link: 'a\udc00' } },
    headers: { link: 'a%EF%BF%BD' },
  },
  { name: 'another Vary', given: { headers: { Vary: 'Cookie' } }, headers: { vary: 'Cookie, Origin' } },
]

for (const { name, method = 'GET', given, status = 200, headers, body } of answers) {
  t.test(`sends ${name}`, async t => {
    const { send } = await serve(t, {}, async () => answer(given))
    const got = await send(plain(method, '/cms-json/a', ['Origin: https://a.example']))
    t.equal(got.status, status)
    for (const [header, value] of Object.entries(headers)) t.equal(got.headers[header], value, header)
    if (body !== undefined) t.equal(got.body, body)
  })
}

t.test('sends the bytes of a file', async t => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
  const { origin } = await serve(t, {}, async () => answer({ bytes, headers: { 'Content-Type': 'application/zip' } }))
  const got = await fetch(`${origin}/cms-json/a`)
  t.equal(got.headers.get('content-length'), '256')
  t.strictSame(new Uint8Array(await got.arrayBuffer()), bytes)
})

t.test('pages are served beside the interface', async t => {
  const seen: PageRequest[] = []
  const { origin, errors } = await serve(t, {
    async pages(request) {
      seen.push(request)
      if (request.url === '/pages/broken') throw new Error('broken')
      if (!request.url.startsWith('/pages/')) return undefined
      return { status: 201, headers: { 'Content-Type': 'text/html', 'Set-Cookie': ['a=1', 'b=2'] }, body: 'ä' }
    },
    fallback: (_, res) => void res.writeHead(418).end(),
  })
  const page = await fetch(`${origin}/pages/one?a=%20b`, { headers: { cookie: 'c=3' } })
  t.same([page.status, await page.text(), page.headers.get('content-length')], [201, 'ä', '2'])
  t.same(page.headers.getSetCookie(), ['a=1', 'b=2'])
  t.match(seen, [{ method: 'GET', url: '/pages/one?a=%20b', headers: { cookie: 'c=3' }, body: undefined }])
  t.equal((await fetch(`${origin}/elsewhere`)).status, 418)
  t.equal((await fetch(`${origin}/cms-json/x`)).status, 200)
  t.equal(seen.length, 2, 'requests of the interface do not pass by')
  t.equal((await fetch(`${origin}/pages/broken`)).status, 500)
  t.match(errors, [/broken/])
})

t.test('a body that no page reads does not harm the connection', async t => {
  const { port, send } = await serve(t, { pages: async () => ({ status: 405, headers: {}, body: 'no' }) })
  const body = 'x'.repeat(1_000_000)
  t.ok(port)
  const received = await send(plain('POST', '/pages', [`Content-Length: ${body.length}`], body))
  t.same([received.status, received.body], [405, 'no'])
})

const names = { exposeHeaders: ['X-CMS-Total', 'X-CMS-TotalPages'], allowHeaders: ['X-CMS-Nonce'] }
const methods = 'OPTIONS, GET, POST, PUT, PATCH, DELETE'

const listed = { origins: ['https://a.example', 'http://localhost:3000'] }
const samples: { name: string; origin?: string; cors?: CorsOptions | false; allowed?: string; silent?: boolean }[] = [
  { name: 'no origin', silent: true },
  { name: 'any origin', origin: 'https://app.example', allowed: '*' },
  { name: 'a page without an origin', origin: 'null', allowed: '*' },
  { name: 'anything but an origin', origin: 'https://a b%"<x>', allowed: '*' },
  { name: 'a listed one', origin: 'https://a.example', cors: listed, allowed: 'https://a.example' },
  { name: 'a listed one with a port', origin: 'http://localhost:3000', cors: listed, allowed: 'http://localhost:3000' },
  { name: 'one that is not listed', origin: 'https://b.example', cors: listed, allowed: '*' },
  { name: 'one that begins like a listed one', origin: 'https://a.example.evil', cors: listed, allowed: '*' },
  {
    name: 'one that is not listed, where no other may read',
    origin: 'https://b.example',
    cors: { ...listed, anyOrigin: false },
    silent: true,
  },
  { name: 'any, when nothing is to be said', origin: 'https://b.example', cors: false, silent: true },
]

for (const { name, origin, cors = {}, allowed, silent = false } of samples) {
  t.test(`an answer to ${name}`, async t => {
    const { send } = await serve(t, { cors: cors && { ...names, ...cors } })
    const { headers } = await send(plain('GET', '/cms-json/a', origin ? [`Origin: ${origin}`] : []))
    t.equal(headers['access-control-allow-origin'], allowed)
    t.equal(headers['access-control-allow-credentials'], allowed && allowed !== '*' ? 'true' : undefined)
    t.equal(headers['access-control-allow-methods'], allowed && methods)
    t.equal(headers.vary, cors === false ? undefined : 'Origin')
    t.equal(headers['access-control-max-age'], undefined)
    const exposed = 'X-CMS-Total, X-CMS-TotalPages, Link, Allow, ETag, Last-Modified, Location, Retry-After'
    t.equal(headers['access-control-expose-headers'], silent ? undefined : exposed)
    const sendable = [
      ...['Authorization', 'X-CMS-Nonce', 'Content-Disposition', 'Content-MD5', 'Content-Type'],
      ...['X-HTTP-Method-Override', 'If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'],
    ]
    t.equal(headers['access-control-allow-headers'], silent ? undefined : sendable.join(', '))
  })
}

for (const origin of ['*', 'null', 'https://a.example/', 'a.example', 'https://a.example, https://b.example']) {
  t.test(`${origin} is not an origin that can be listed`, async t => {
    t.throws(() => createListener({ dispatch: async () => answer() }, { cors: { origins: [origin] } }), RangeError)
  })
}

t.test('a preflight succeeds though its route refuses everybody without credentials', async t => {
  const { send } = await serve(t, {}, () => Promise.reject(new RestError('a_code', 'x', 401)))
  const asked = ['Origin: https://a.example', 'Access-Control-Request-Method: POST']
  const { status, headers } = await send(plain('OPTIONS', '/cms-json/a', asked))
  t.equal(status, 204)
  t.match(headers, { 'access-control-allow-origin': '*', 'access-control-max-age': '600' })
  t.equal((await send(plain('OPTIONS', '/cms-json/a', ['Origin: https://a.example']))).status, 401)
})

t.test('a preflight is a request like any other', async t => {
  const { send, requests } = await serve(t, {}, async () => answer({ content: '{"methods":["GET"]}' }))
  const asked = ['Origin: https://a.example', 'Access-Control-Request-Method: POST']
  const got = await send(plain('OPTIONS', '/cms-json/a', asked))
  t.match(got, { status: 200, body: '{"methods":["GET"]}', headers: { 'access-control-allow-methods': methods } })
  t.match(requests, [{ method: 'OPTIONS', path: '/a' }])
})

const refusals: { name: string; request: [string, string, string[], string?]; status: number }[] = [
  { name: 'a body too large', request: ['POST', '/cms-json/a', ['Content-Length: 11'], '12345678901'], status: 413 },
  { name: 'an error', request: ['GET', '/cms-json/a', []], status: 418 },
]

for (const {
  name,
  request: [method, target, headers, body],
  status,
} of refusals) {
  t.test(`pages can read why: ${name}`, async t => {
    const { send } = await serve(t, { maxBodyBytes: 10 }, () => Promise.reject(new RestError('a_code', 'x', 418)))
    const got = await send(plain(method, target, ['Origin: https://a.example', ...headers], body))
    t.match(got, { status, headers: { 'access-control-allow-origin': '*' } })
  })
}
