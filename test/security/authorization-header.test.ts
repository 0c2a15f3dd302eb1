import t from 'tap'
import { plain, serve } from '../http/serve.js'
import { makeSite } from '../site/make-site.js'

const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64')
const bytes = (...all: number[]) => base64(Uint8Array.from(all))

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
  `Basic${base64(`admin:${right}`)}`,
  `Basic:${base64(`admin:${right}`)}`,
  `Basic,${base64(`admin:${right}`)}`,
  `Basic ${base64(`admin:${right}`)} x`,
  `Basic x ${base64(`admin:${right}`)}`,
  `Basic ${base64(`admin:${right}`)}, Basic ${base64('x:y')}`,
  `Basic "${base64(`admin:${right}`)}"`,
  `Basic <${base64(`admin:${right}`)}>`,
  `Basic realm="x"`,
  `Basic admin:${right}`,
  `Basic ${encodeURIComponent(`admin:${right}`)}`,
  `Basic ${base64('admin')}`,
  `Basic ${base64('admin:')}`,
  `Basic ${base64(':')}`,
  `Basic ${base64('::::')}`,
  `Basic ${base64(`:${right}`)}`,
  `Basic ${base64(` :${right}`)}`,
  `Basic ${base64(`admin${right}`)}`,
  `Basic ${base64(`admin;${right}`)}`,
  `Basic ${base64(`admin\0:${right}`)}`,
  `Basic ${base64(`\0admin:${right}`)}`,
  `Basic ${base64(`admin\n:${right}x`)}`,
  `Basic ${base64(`admin:${right.slice(0, -1)}`)}`,
  `Basic ${base64(`admin:${right}${right}`)}`,
  `Basic ${base64(`admin:${right.toUpperCase()}`)}`,
  `Basic ${base64(`admin' OR '1'='1:${right}`)}`,
  `Basic ${base64(`admin' -- :${right}`)}`,
  `Basic ${base64(`*:${right}`)}`,
  `Basic ${base64(`%:${right}`)}`,
  `Basic ${base64(`adm_n:${right}`)}`,
  `Basic ${base64(`1:${right}`)}`,
  `Basic ${base64(`__proto__:${right}`)}`,
  `Basic ${base64('constructor:constructor')}`,
  `Basic ${base64(`editor:${right}`)}`,
  `Basic ${base64(`admin@example.com.evil.example:${right}`)}`,
  `Basic ${base64(base64(`admin:${right}`))}`,
  `Basic ${base64(Buffer.from(`admin:${right}`, 'utf16le'))}`,
  `Basic ${bytes(0xff, 0xfe, 0x3a, 0xff)}`,
  `Basic ${bytes(0x80, 0x3a, 0x80)}`,
  `Basic ${bytes(0xed, 0xa0, 0x80, 0x3a, 0x78)}`,
  `Basic ${base64(`${'a'.repeat(8000)}:x`)}`,
  `Basic ${base64(`admin:${'x'.repeat(8000)}`)}`,
  `Basic ${base64(`${':'.repeat(5000)}`)}`,
  `Basic ${'='.repeat(9000)}`,
  `Basic${' '.repeat(9000)}x`,
  `Basic ${'Basic '.repeat(1000)}`,
  `Bearer ${base64(`admin:${right}`)}`,
  `Digest username="admin", response="${right}"`,
  `Negotiate ${base64(`admin:${right}`)}`,
  `NTLM ${base64(`admin:${right}`)}`,
  `Token ${right}`,
  `BasicBasic ${base64(`admin:${right}`)}`,
  `Basic\u00a0${base64(`admin:${right}`)}`,
  `Bаsic ${base64(`admin:${right}`)}`,
  `\u{1f600} ${base64(`admin:${right}`)}`,
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
  const good = { authorization: `Basic ${base64(`admin:${right}`)}` }
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
  const good = `Basic ${base64(`admin:${right}`)}`
  t.equal(await ask(`Authorization: ${good}`), 200)
  t.not(await ask('Authorization: Basic x', `Authorization: ${good}`), 500, 'sent twice')
  t.equal(await ask(`Authorization : ${good}`), 400, 'a space before the colon')
  t.equal(await ask(`Authorization:\r\n ${good}`), 400, 'folded')
  t.equal(await ask(`X-Authorization: ${good}`), 401)
  t.equal(await ask(`Proxy-Authorization: ${good}`), 401)
  t.same(errors, [])
})
