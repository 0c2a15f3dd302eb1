import { RestError } from '@platen/core'
import { type CorsOptions, createListener } from '@platen/http'
import t from 'tap'
import { answer, plain, serve } from './serve.js'

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
