import { createConsole } from '@platen/console'
import type { HttpOptions } from '@platen/http'
import { cmsDialect, wpDialect } from '@platen/site'
import t, { type Test } from 'tap'
import { grows } from '../growth.js'
import { exchange, plain, serve } from '../http/serve.js'
import { makeSite } from '../site/make-site.js'
import { servedSite } from './served-site.js'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Malformed headers of any length. */
const LONG: readonly ((length: number) => string)[] = [
  length => `Basic ${base64(`${'a'.repeat(length)}:x`)}`,
  length => `Basic ${base64(`admin:${'a'.repeat(length)}`)}`,
  length => `Basic ${base64(`admin${':'.repeat(length)}`)}`,
  length => `${' '.repeat(length)}Basic ${base64('admin:x')}`,
  length => `Basic ${' '.repeat(length)}${base64('admin:x')}`,
  length => `Basic ${base64('admin:x')}${' '.repeat(length)}!`,
  length => `Basic ${'A'.repeat(length)}`,
  length => `Basic ${'='.repeat(length)}`,
]

/** Headers that name no account, however they are read. */
const MALFORMED: readonly string[] = [
  '',
  ' ',
  'Basic',
  'Basic ',
  'Basic  ',
  'basic\tYWRtaW46c2VjcmV0',
  'Basic :',
  'Basic Og==',
  'Basic =',
  'Basic ====',
  'Basic %%%%',
  'Basic ////',
  'Basic ____',
  'Basic YWRtaW4',
  'Basic YWRtaW46',
  'Basic admin:secret',
  `Basic ${base64('admin')}`,
  `Basic ${base64(':secret')}`,
  `Basic ${base64('admin:')}`,
  `Basic ${base64('admin:secret')}`,
  `Basic ${base64('admin:secret:')}`,
  `Basic ${base64('admin\0:secret')}`,
  `Basic ${base64('admin:\0')}`,
  `Basic ${base64('admin\r\nX-Evil: 1:x')}`,
  `Basic ${base64('\u{1F600}:\u{1F600}')}`,
  `Basic ${base64("admin' OR '1'='1:x")}`,
  `Basic ${base64('admin%:x')}`,
  `Basic ${base64('%:x')}`,
  `Basic ${base64('_____:x')}`,
  `Basic ${base64('*:*')}`,
  `Basic ${base64('__proto__:x')}`,
  `Basic ${base64('constructor:x')}`,
  `Basic ${base64('0:x')}`,
  `Basic ${base64('1:x')}`,
  `Basic ${base64('null:null')}`,
  `Basic ${base64('undefined:undefined')}`,
  `Basic ${base64('admin:x')} ${base64('admin:x')}`,
  `Basic ${base64('admin:x')}, Basic ${base64('admin:x')}`,
  `Basic ${base64('admin:x')};`,
  `BasicBasic ${base64('admin:x')}`,
  `Basic${base64('admin:x')}`,
  ...LONG.map(headerOf => headerOf(100_000)),
  'Bearer',
  'Bearer ',
  'Bearer null',
  'Bearer e30.e30.e30',
  'Digest username="admin", realm="", nonce="", uri="/", response=""',
  'Negotiate YII=',
  'undefined',
  '[object Object]',
  '{"user":1}',
  'Basic\u00a0YWRtaW46eA==',
  '\ufeffBasic YWRtaW46eA==',
]

for (const dialect of [cmsDialect, wpDialect]) {
  t.test(`malformed credentials reach no account (${dialect.name})`, async t => {
    t.ok(MALFORMED.length >= 50)
    const { site } = await makeSite({ dialect })
    const namespace = `/${site.context.namespace}`
    const anonymous = await site.dispatch({ method: 'GET', path: `${namespace}/users/me` })
    t.equal(anonymous.status, 401)
    for (const authorization of MALFORMED) {
      const what = JSON.stringify(authorization.slice(0, 60))
      const headers = { authorization }
      const me = await site.dispatch({ method: 'GET', path: `${namespace}/users/me`, headers })
      t.same([me.status, me.body], [401, anonymous.body], what)
      t.equal((await site.dispatch({ method: 'GET', path: `${namespace}/posts`, headers })).status, 200, what)
      const change = { method: 'POST', path: `${namespace}/settings`, headers }
      const { status } = await site.dispatch({ ...change, body: { kind: 'json', value: { title: 'x' } } })
      t.equal(status, 401, what)
      t.equal((await site.authenticate({ method: 'GET', path: '/', headers })).authenticated, false, what)
    }
    t.equal((await site.context.options()).text('title'), 'A site')
  })
}

t.test('reading credentials takes time in proportion to the header', async t => {
  const { site } = await makeSite()
  for (const headerOf of LONG) {
    const make = (length: number) => {
      const headers = { authorization: headerOf(length) }
      return () => site.dispatch({ method: 'GET', path: '/cms/v2/users/me', headers })
    }
    t.equal(await grows(make, 100_000), undefined, headerOf(1))
  }
})

const encoded = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64')
const bytes = (...all: number[]) => encoded(Uint8Array.from(all))

/** Values of the header `Authorization` that identify nobody; `right` is a password of the administrator. */
const malformed = (right: string): readonly string[] => [
  '',
  ' ',
  ',',
  ':',
  '=',
  'Basic',
  'basic',
  'Basic ',
  'Basic  ',
  'Basic :',
  'Basic =',
  'Basic ====',
  'Basic !!!!',
  'Basic ""',
  'Basic null',
  'Basic undefined',
  `Basic${encoded(`admin:${right}`)}`,
  `Basic:${encoded(`admin:${right}`)}`,
  `Basic,${encoded(`admin:${right}`)}`,
  `Basic ${encoded(`admin:${right}`)} x`,
  `Basic x ${encoded(`admin:${right}`)}`,
  `Basic ${encoded(`admin:${right}`)}, Basic ${encoded('x:y')}`,
  `Basic "${encoded(`admin:${right}`)}"`,
  `Basic <${encoded(`admin:${right}`)}>`,
  `Basic realm="x"`,
  `Basic admin:${right}`,
  `Basic ${encodeURIComponent(`admin:${right}`)}`,
  `Basic ${encoded('admin')}`,
  `Basic ${encoded('admin:')}`,
  `Basic ${encoded(':')}`,
  `Basic ${encoded('::::')}`,
  `Basic ${encoded(`:${right}`)}`,
  `Basic ${encoded(` :${right}`)}`,
  `Basic ${encoded(`admin${right}`)}`,
  `Basic ${encoded(`admin;${right}`)}`,
  `Basic ${encoded(`admin\0:${right}`)}`,
  `Basic ${encoded(`\0admin:${right}`)}`,
  `Basic ${encoded(`admin\n:${right}x`)}`,
  `Basic ${encoded(`admin:${right.slice(0, -1)}`)}`,
  `Basic ${encoded(`admin:${right}${right}`)}`,
  `Basic ${encoded(`admin:${right.toUpperCase()}`)}`,
  `Basic ${encoded(`admin' OR '1'='1:${right}`)}`,
  `Basic ${encoded(`admin' -- :${right}`)}`,
  `Basic ${encoded(`*:${right}`)}`,
  `Basic ${encoded(`%:${right}`)}`,
  `Basic ${encoded(`adm_n:${right}`)}`,
  `Basic ${encoded(`1:${right}`)}`,
  `Basic ${encoded(`__proto__:${right}`)}`,
  `Basic ${encoded('constructor:constructor')}`,
  `Basic ${encoded(`editor:${right}`)}`,
  `Basic ${encoded(`admin@example.com.evil.example:${right}`)}`,
  `Basic ${encoded(encoded(`admin:${right}`))}`,
  `Basic ${encoded(Buffer.from(`admin:${right}`, 'utf16le'))}`,
  `Basic ${bytes(0xff, 0xfe, 0x3a, 0xff)}`,
  `Basic ${bytes(0x80, 0x3a, 0x80)}`,
  `Basic ${bytes(0xed, 0xa0, 0x80, 0x3a, 0x78)}`,
  `Basic ${encoded(`${'a'.repeat(8000)}:x`)}`,
  `Basic ${encoded(`admin:${'x'.repeat(8000)}`)}`,
  `Basic ${encoded(`${':'.repeat(5000)}`)}`,
  `Basic ${'='.repeat(9000)}`,
  `Basic${' '.repeat(9000)}x`,
  `Basic ${'Basic '.repeat(1000)}`,
  `Bearer ${encoded(`admin:${right}`)}`,
  `Digest username="admin", response="${right}"`,
  `Negotiate ${encoded(`admin:${right}`)}`,
  `NTLM ${encoded(`admin:${right}`)}`,
  `Token ${right}`,
  `BasicBasic ${encoded(`admin:${right}`)}`,
  `Basic\u00a0${encoded(`admin:${right}`)}`,
  `Bаsic ${encoded(`admin:${right}`)}`,
  `\u{1f600} ${encoded(`admin:${right}`)}`,
]

async function withPassword() {
  const made = await makeSite()
  const { secret } = await made.site.content.applicationPasswords.create(
    { user: 1, name: 'x' },
    { as: made.site.system },
  )
  return { ...made, right: secret.replaceAll(' ', '') }
}

t.test('malformed credentials identify nobody, and harm nothing', async t => {
  const { site, right } = await withPassword()
  const values = malformed(right)
  t.ok(values.length >= 50, `${values.length} values`)
  for (const authorization of values) {
    const what = JSON.stringify(authorization).slice(0, 80)
    const headers = { authorization }
    t.notOk((await site.authenticate({ method: 'GET', path: '/', headers })).authenticated, what)
    for (const [method, path, status] of [
      ['GET', '/cms/v2/posts', 200],
      ['GET', '/cms/v2/users/me', 401],
      ['GET', '/cms/v2/users/1/application-passwords', 401],
      ['POST', '/cms/v2/posts', 401],
      ['POST', '/cms/v2/settings', 401],
    ] as const)
      t.equal((await site.dispatch({ method, path, headers })).status, status, `${method} ${path} ${what}`)
  }
  const good = { authorization: `Basic ${encoded(`admin:${right}`)}` }
  t.equal((await site.dispatch({ method: 'GET', path: '/cms/v2/users/me', headers: good })).status, 200)
})

t.test('and over HTTP', async t => {
  const { site, right } = await withPassword()
  const { send, errors } = await serve(t, {}, request => site.dispatch(request))
  const ask = async (...lines: string[]) => (await send(plain('GET', '/cms-json/cms/v2/users/me', lines))).status
  for (const value of malformed(right)) {
    const status = await ask(`Authorization: ${value}`)
    t.ok(status === 401 || status === 400 || status === 431, `${status} ${JSON.stringify(value).slice(0, 80)}`)
  }
  const good = `Basic ${encoded(`admin:${right}`)}`
  t.equal(await ask(`Authorization: ${good}`), 200)
  t.not(await ask('Authorization: Basic x', `Authorization: ${good}`), 500, 'sent twice')
  t.equal(await ask(`Authorization : ${good}`), 400, 'a space before the colon')
  t.equal(await ask(`Authorization:\r\n ${good}`), 400, 'folded')
  t.equal(await ask(`X-Authorization: ${good}`), 401)
  t.equal(await ask(`Proxy-Authorization: ${good}`), 401)
  t.same(errors, [])
})

const HTTPS = 'https://site.example'
const HTTP = 'http://site.example'

/** How a site, behind a proxy or without one, interprets what clients claim about their connection. */
async function served(t: Test, url: string, trustProxy: HttpOptions['trustProxy']) {
  const { site } = await makeSite({ url, cache: true })
  const as = site.system
  const { secret } = await site.content.applicationPasswords.create({ user: 1, name: 'x', secure: true }, { as })
  const options = trustProxy === undefined ? {} : { trustProxy }
  const { send } = await serve(t, { ...options, pages: createConsole(site) }, request => site.dispatch(request))
  const authorization = `Authorization: Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`
  return async (...lines: string[]) => {
    const me = await send(plain('GET', '/cms-json/cms/v2/users/me', [authorization, ...lines]))
    const root = await send(plain('GET', '/cms-json/?_fields=authentication', lines))
    const { authentication } = JSON.parse(root.body) as { authentication: object }
    return { uses: me.status === 200, discovers: 'application-passwords' in authentication }
  }
}

const YES = { uses: true, discovers: true }
const NO = { uses: false, discovers: false }
const REFUSED = { uses: false, discovers: true }

for (const [url, trustProxy, lines, expected] of [
  [HTTP, undefined, [], NO],
  [HTTP, undefined, ['X-Forwarded-Proto: https'], NO],
  [HTTP, false, ['X-Forwarded-Proto: https', 'X-Forwarded-For: 127.0.0.1'], NO],
  [
    HTTP,
    undefined,
    ['Forwarded: proto=https', 'X-Forwarded-Ssl: on', 'Front-End-Https: on', 'X-Url-Scheme: https'],
    NO,
  ],
  [HTTP, 1, [], NO],
  [HTTP, 1, ['X-Forwarded-Proto: http'], NO],
  [HTTP, 1, ['X-Forwarded-Proto: https'], YES],
  [HTTP, true, ['X-Forwarded-Proto: HTTPS'], YES],
  [HTTP, 1, ['X-Forwarded-Proto: https, http'], NO],
  [HTTP, 1, ['X-Forwarded-Proto: https', 'X-Forwarded-Proto: http'], NO],
  [HTTP, 2, ['X-Forwarded-Proto: https, http'], YES],
  [HTTP, 1, ['X-Forwarded-Proto: httpsx'], NO],
  [HTTPS, undefined, [], YES],
  [HTTPS, undefined, ['X-Forwarded-Proto: http'], YES],
  [HTTPS, 1, ['X-Forwarded-Proto: https'], YES],
  [HTTPS, 1, ['X-Forwarded-Proto: http'], REFUSED],
] as const) {
  t.test(`${url}, ${trustProxy} trusted, ${lines}`, async t => {
    const visit = await served(t, url, trustProxy)
    await visit('X-Forwarded-Proto: https')
    await visit()
    t.same(await visit(...lines), expected)
  })
}

t.test('TRACE shows nobody the headers of a request', async t => {
  const { port } = await servedSite(t)
  for (const path of ['/cms-json/cms/v2/posts', '/cms-json/', '/', '/files/a.txt']) {
    const { status, raw } = await exchange(port, plain('TRACE', path, ['X-Secret: hidden']))
    t.ok([404, 405].includes(status), `${path}: ${status}`)
    t.notMatch(raw, /hidden/)
  }
})

t.test('plain requests are not redirected to HTTPS: clients must notice that they are not encrypted', async t => {
  const { port } = await servedSite(t)
  for (const path of ['/cms-json/', '/cms-json/cms/v2/posts', '/cms-json/cms/v2/users/me']) {
    const { status, headers } = await exchange(port, plain('GET', path))
    t.notOk(status >= 300 && status < 400, `${path}: ${status}`)
    t.equal(headers['location'], undefined)
  }
})
