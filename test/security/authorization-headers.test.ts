import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'
import { grows } from '../growth.js'
import { makeSite } from '../site/make-site.js'

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
