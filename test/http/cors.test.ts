import { RestError } from '@platen/core'
import type { CorsOptions } from '@platen/http'
import t from 'tap'
import { answer, plain, serve } from './serve.js'

const names = { exposeHeaders: ['X-CMS-Total', 'X-CMS-TotalPages'], allowHeaders: ['X-CMS-Nonce'] }
const methods = 'OPTIONS, GET, POST, PUT, PATCH, DELETE'

const samples: { name: string; origin?: string; cors?: CorsOptions | false; echoed?: string; silent?: boolean }[] = [
  { name: 'no origin', silent: true },
  { name: 'an origin', origin: 'https://app.example', echoed: 'https://app.example' },
  { name: 'an origin with a port', origin: 'http://localhost:3000', echoed: 'http://localhost:3000' },
  { name: 'an address of version 6', origin: 'http://[::1]:8080', echoed: 'http://[::1]:8080' },
  { name: 'an app', origin: 'capacitor://localhost', echoed: 'capacitor://localhost' },
  { name: 'a page without an origin', origin: 'null', echoed: 'null' },
  { name: 'what is no origin', origin: 'https://a b%"<x>' },
  {
    name: 'an allowed one',
    origin: 'https://a.example',
    cors: { origins: ['https://a.example'] },
    echoed: 'https://a.example',
  },
  { name: 'one that is not allowed', origin: 'https://b.example', cors: { origins: ['https://a.example'] } },
  { name: 'any, when none is allowed', origin: 'https://b.example', cors: { origins: [] } },
  { name: 'any, when nothing is to be said', origin: 'https://b.example', cors: false, silent: true },
]

for (const { name, origin, cors = {}, echoed, silent = false } of samples) {
  t.test(`an answer to ${name}`, async t => {
    const { send } = await serve(t, { cors: cors && { ...names, ...cors } })
    const { headers } = await send(plain('GET', '/cms-json/a', origin ? [`Origin: ${origin}`] : []))
    t.equal(headers['access-control-allow-origin'], echoed)
    t.equal(headers['access-control-allow-credentials'], echoed && 'true')
    t.equal(headers['access-control-allow-methods'], echoed && methods)
    t.equal(headers.vary, cors === false ? undefined : 'Origin')
    const exposed = 'X-CMS-Total, X-CMS-TotalPages, Link, Allow, ETag, Last-Modified, Location'
    t.equal(headers['access-control-expose-headers'], silent ? undefined : exposed)
    const allowed = [
      ...[
        'Authorization',
        'X-CMS-Nonce',
        'Content-Disposition',
        'Content-MD5',
        'Content-Type',
        'X-HTTP-Method-Override',
      ],
      ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'],
    ]
    t.equal(headers['access-control-allow-headers'], silent ? undefined : allowed.join(', '))
  })
}

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
    t.match(got, { status, headers: { 'access-control-allow-origin': 'https://a.example' } })
  })
}
