import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type ErrorHandler, RestError, type RestRequest } from '@platen/core'
import { createHttpServer, type HttpOptions } from '@platen/http'
import { wpDialect } from '@platen/site'
import { StoreError } from '@platen/storage'
import t from 'tap'
import { makeSite } from '../site/make-site.js'
import { answer, plain, serve } from './serve.js'

const targets: { target: string; basePath?: string; routeParameter?: string; path?: string; query?: string }[] = [
  { target: '/cms-json', path: '/', query: '' },
  { target: '/cms-json/', path: '/', query: '' },
  { target: '/cms-json?a=1', path: '/', query: 'a=1' },
  { target: '/cms-json/cms/v2/posts?a[]=1&a[]=2&b=%20+', path: '/cms/v2/posts', query: 'a[]=1&a[]=2&b=%20+' },
  { target: '/cms-json/a%2Fb%20c', path: '/a%2Fb%20c', query: '' },
  { target: '/cms-json/a%ZZ%', path: '/a%ZZ%', query: '' },
  { target: '/cms-json/%ff%00', path: '/%ff%00', query: '' },
  { target: '/cms-json//a/../b/', path: '//a/../b/', query: '' },
  { target: '/cms-json/a?b?c=d?', path: '/a', query: 'b?c=d?' },
  { target: 'http://other.example/cms-json/a?b', path: '/a', query: 'b' },
  { target: '/api/a', basePath: '/api/', path: '/a', query: '' },
  { target: '/a/b', basePath: '', path: '/a/b', query: '' },
  { target: '/', basePath: '/', path: '/', query: '' },
  { target: '/x?rest_route=/a&b', routeParameter: 'rest_route', path: '/a', query: 'b' },
  { target: '/?rest_route=/a' },
  { target: '/' },
  { target: '/cms-jsonx/a' },
  { target: '/CMS-JSON/a' },
  { target: '/a/cms-json' },
  { target: '*' },
]

for (const { target, path, query, ...options } of targets) {
  t.test(`${target} below ${options.basePath ?? 'the usual root'}`, async t => {
    const { send, requests } = await serve(t, options)
    const { status } = await send(plain(target === '*' ? 'OPTIONS' : 'GET', target))
    t.equal(status, path === undefined ? 404 : 200)
    t.match(requests, path === undefined ? [] : [{ path, query, body: undefined }])
    t.equal(requests.length, path === undefined ? 0 : 1)
  })
}

t.test('a site is served at the root of its dialect', async t => {
  const { site } = await makeSite({ dialect: wpDialect })
  const url = async (options?: HttpOptions) => {
    const http = createHttpServer(site, options)
    t.teardown(() => http.close())
    return `http://127.0.0.1:${(await http.listen({ host: '127.0.0.1' })).port}`
  }
  const usual = await url()
  t.equal((await fetch(`${usual}/wp-json/wp/v2/types`)).status, 200)
  t.equal((await fetch(`${usual}/cms-json/wp/v2/types`)).status, 404)
  t.equal((await fetch(`${await url({ basePath: '/api' })}/api/wp/v2/types`)).status, 200)
})

t.test('requests outside of the root go to the fallback', async t => {
  const { send, requests } = await serve(t, { fallback: (req, res) => void res.end(`page ${req.url}`) })
  t.match(await send(plain('GET', '/about')), { status: 200, body: /page \/about/ })
  t.match(await send(plain('GET', '/cms-json/a')), { status: 200, body: /fine/ })
  t.equal(requests.length, 1)
})

const failures: { name: string; thrown: unknown; status: number; code: string; told: number }[] = [
  {
    name: 'an error of the interface',
    thrown: new RestError('a_code', 'x', 418),
    status: 418,
    code: 'a_code',
    told: 0,
  },
  { name: 'any error', thrown: new Error('secret'), status: 500, code: 'internal_server_error', told: 1 },
  { name: 'anything but an error', thrown: undefined, status: 500, code: 'internal_server_error', told: 1 },
]

for (const { name, thrown, status, code, told } of failures) {
  const places = {
    dispatch: { dispatch: () => Promise.reject(thrown) },
    'dispatch, at once': {
      dispatch: () => {
        throw thrown
      },
    },
    text: {
      dispatch: async () =>
        answer({
          text: () => {
            throw thrown
          },
        }),
    },
  }
  for (const [place, { dispatch }] of Object.entries(places)) {
    t.test(`${name}, thrown by ${place}`, async t => {
      const { send, errors } = await serve(t, {}, dispatch)
      const got = await send(plain('GET', '/cms-json/a'))
      t.equal(got.status, status)
      t.match(got.headers, { 'content-type': 'application/json; charset=UTF-8' })
      t.match(JSON.parse(got.body), { code, data: { status } })
      t.notMatch(got.raw, /secret/)
      t.equal(errors.length, told)
    })
  }
}

t.test('a fallback that fails', async t => {
  const fallback = () => Promise.reject(new Error('secret'))
  const { send, errors } = await serve(t, { fallback })
  t.equal((await send(plain('GET', '/about'))).status, 500)
  t.equal(errors.length, 1)
})

t.test('a page that the store fails', async t => {
  const { site } = await makeSite()
  const errors: unknown[] = []
  const { listen, close } = createHttpServer(site, {
    pages: () => Promise.reject(new StoreError('unavailable', 'secret')),
    onError: error => void errors.push(error),
  })
  t.teardown(close)
  const { port } = await listen()
  const response = await fetch(`http://localhost:${port}/about`)
  t.equal(response.status, 503)
  t.match(response.headers.get('retry-after'), /^\d+$/)
  t.notMatch(await response.text(), /secret/)
  t.equal(errors.length, 1)
})

t.test('a fallback that fails after it began to answer', async t => {
  const { send, errors } = await serve(t, {
    fallback: (_req, res) => {
      res.write('begun')
      throw new Error('secret')
    },
  })
  t.notMatch((await send(plain('GET', '/about'))).raw, /secret|internal_server_error/)
  t.equal(errors.length, 1)
})

const told: { name: string; headers: string[]; trustProxy?: number | boolean; request: Partial<RestRequest> }[] = [
  {
    name: 'the address and scheme of the connection',
    headers: [],
    request: { remoteAddress: '127.0.0.1', secure: undefined },
  },
  {
    name: 'nothing that a client claims',
    headers: ['X-Forwarded-For: 9.9.9.9', 'X-Forwarded-Proto: https'],
    request: { remoteAddress: '127.0.0.1', secure: undefined },
  },
  {
    name: 'what the one trusted proxy saw',
    headers: ['X-Forwarded-For: 9.9.9.9, 8.8.8.8', 'X-Forwarded-Proto: https'],
    trustProxy: true,
    request: { remoteAddress: '8.8.8.8', secure: true },
  },
  {
    name: 'what the outer of two trusted proxies saw',
    headers: ['X-Forwarded-For: 9.9.9.9, 8.8.8.8', 'X-Forwarded-For: 7.7.7.7'],
    trustProxy: 2,
    request: { remoteAddress: '8.8.8.8', secure: undefined },
  },
  {
    name: 'the connection again, when a proxy was passed by',
    headers: ['X-Forwarded-For: 9.9.9.9'],
    trustProxy: 2,
    request: { remoteAddress: '127.0.0.1' },
  },
  { name: 'headers in lower case', headers: ['X-Some: Thing'], request: { headers: { 'x-some': 'Thing' } } },
  { name: 'repeated headers, joined', headers: ['X-A: 1', 'x-a: 2'], request: { headers: { 'x-a': '1, 2' } } },
  { name: 'cookies, joined', headers: ['Cookie: a=1', 'Cookie: b=2'], request: { headers: { cookie: 'a=1; b=2' } } },
  { name: 'headers in UTF-8', headers: ['X-Name: Jürgen ☃'], request: { headers: { 'x-name': 'Jürgen ☃' } } },
  { name: 'a header with a dangerous name', headers: ['__proto__: x'], request: { method: 'GET' } },
]

for (const { name, headers, request, ...options } of told) {
  t.test(`passes on ${name}`, async t => {
    const { send, requests } = await serve(t, options)
    await send(plain('GET', '/cms-json/a', headers))
    t.match(requests, [request])
  })
}

t.test('passes on headers in Latin-1, as fetch sends them', async t => {
  const { origin, requests } = await serve(t)
  await fetch(`${origin}/cms-json/a`, { headers: { 'X-Name': 'Jürgen' } })
  t.match(requests, [{ headers: { 'x-name': 'Jürgen' } }])
})

const lines: { target: string; line: string }[] = [
  { target: '/a?password=secret&_cmsnonce=secret', line: 'GET /a' },
  { target: 'http://user:secret@host.example/a?b=secret', line: 'GET /a' },
  { target: '//user:secret@host.example/a', line: 'GET //host.example/a' },
]
for (const { target, line } of lines) {
  t.test(`errors are reported without secrets: ${target}`, async t => {
    const seen: string[] = []
    const onError: ErrorHandler = (error, { method, path }) =>
      seen.push(`${method} ${path} ${(error as Error).message}`)
    const { send } = await serve(t, { basePath: '', onError }, () => Promise.reject(new Error('broken')))
    const got = await send(plain('GET', target, ['Authorization: Basic c2VjcmV0']))
    t.equal(got.status, 500)
    t.same(seen, [`${line} broken`])
    t.match(got.headers, {
      'cache-control': 'private, no-store',
      vary: 'Authorization, Cookie, Origin',
      'x-content-type-options': 'nosniff',
    })
  })
}

t.test('without a handler errors go to the console', async t => {
  const logged = t.capture(console, 'error')
  const options: HttpOptions = { onError: undefined, trustProxy: undefined, maxBodyBytes: undefined, cors: undefined }
  const { send } = await serve(t, options, () => Promise.reject(new Error('broken')))
  t.equal((await send(plain('GET', '/cms-json/a?password=secret'))).status, 500)
  t.match(logged.args(), [['GET /cms-json/a failed:', { message: 'broken' }]])
})

for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
  t.test(`passes ${method} on`, async t => {
    const { send, requests } = await serve(t)
    t.equal((await send(plain(method, '/cms-json/a'))).status, 200)
    t.match(requests, [{ method }])
  })
}

t.test('the signal stays quiet when the answer was sent', async t => {
  const { send, requests } = await serve(t)
  await send(plain('GET', '/cms-json/a'))
  await wait(20)
  t.equal(requests[0]?.signal?.aborted, false)
})

t.test('the signal is aborted when the client goes away before the answer', async t => {
  const aborted = new Promise<void>(resolve => {
    const dispatch = async ({ signal }: RestRequest) => {
      await new Promise(done => signal?.addEventListener('abort', done))
      resolve()
      // A late answer, and a late failure, find nobody.
      if (++asked === 1) return answer()
      throw new Error('late')
    }
    let asked = 0
    void serve(t, {}, dispatch).then(async ({ port, errors }) => {
      for (const _ of [1, 2]) {
        const socket = connect(port, '127.0.0.1', () => socket.write(plain('GET', '/cms-json/a')))
        await wait(50)
        socket.destroy()
      }
      await wait(50)
      t.same(errors, [])
      t.equal(asked, 2)
    })
  })
  await aborted
  await wait(200)
})

t.test('a client that goes away in the middle of its body is not an error', async t => {
  const { port, errors, requests, send } = await serve(t)
  const head = 'POST /cms-json/a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf'
  const socket = connect(port, '127.0.0.1', () => socket.write(head))
  await wait(50)
  socket.destroy()
  await wait(50)
  t.same(errors, [])
  t.same(requests, [])
  t.equal((await send(plain('GET', '/cms-json/a'))).status, 200)
})

t.test('the client is watched once, however often the signal is read', async t => {
  let listeners = 0
  const dispatch = async (request: RestRequest) => {
    const signals = Array.from({ length: 20 }, () => request.signal)
    listeners = new Set(signals).size
    return answer()
  }
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  t.teardown(() => process.off('warning', warn))
  const { send } = await serve(t, {}, dispatch)
  await send(plain('GET', '/cms-json/a'))
  await wait(20)
  t.equal(listeners, 1)
  t.same(warnings, [])
})
