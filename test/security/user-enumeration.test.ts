import type { RestRequest } from '@platen/core'
import { cmsDialect, type Dialect, wpDialect } from '@platen/site'
import t from 'tap'
import { openConsole } from '../console/open-console.js'
import { makeSite } from '../site/make-site.js'
import { someTurns } from '../some-turns.js'

/** A user who has published nothing, and one whom nobody has ever created. */
const HIDDEN = { id: '5', login: 'subscriber', email: 'subscriber@example.com' }
const NOBODY = { id: '999', login: 'nobodyatall', email: 'nobodyatall@example.com' }

type Who = typeof HIDDEN

const placed = (text: string, { id, login, email }: Who): string =>
  text.replaceAll('{id}', id).replaceAll('{login}', login).replaceAll('{email}', email)

/** What both a stranger and another subscriber can try, to learn whether there is an account. */
const QUESTIONS: readonly [request: string, body?: Readonly<Record<string, string>>][] = [
  ['GET /users?include={id}'],
  ['GET /users?exclude={id}'],
  ['GET /users?slug={login}'],
  ['GET /users?search={login}'],
  ['GET /users?search={email}'],
  ['GET /users?search={email}&search_columns=email'],
  ['GET /users?search={login}&search_columns=username'],
  ['GET /users?search={id}&search_columns=id'],
  ['GET /users?orderby=email'],
  ['GET /users?orderby=registered_date'],
  ['GET /users?roles=subscriber'],
  ['GET /users?capabilities=read'],
  ['GET /users?who=authors'],
  ['GET /users?context=edit&include={id}'],
  ['GET /posts?author={id}'],
  ['GET /posts?author_exclude={id}'],
  ['GET /pages?author={id}'],
  ['GET /media?author={id}'],
  ['GET /posts?search={email}'],
  ['GET /search?search={login}'],
  ['GET /comments?author={id}'],
  ['GET /comments?author_email={email}'],
  ['GET /comments?author_exclude={id}'],
  ['POST /users', { username: '{login}', email: 'new@example.com', password: 'x' }],
  ['POST /users', { username: 'new', email: '{email}', password: 'x' }],
]

for (const dialect of [cmsDialect, wpDialect]) {
  for (const as of ['anonymous', 'contributor']) {
    t.test(`${as} callers do not learn who has an account (${dialect.name})`, async t => {
      const { ask, isHidden } = await questions(dialect, as)
      t.ok(isHidden, 'the user exists')
      for (const [request, body] of QUESTIONS)
        t.same(await ask(request, body, HIDDEN), await ask(request, body, NOBODY), `${request} ${JSON.stringify(body)}`)
    })
  }
}

async function questions(dialect: Dialect, as: string) {
  const { send, users, site } = await makeSite({ dialect })
  await site.content.posts.create({ title: 'Known', status: 'publish' }, { as: site.principalOf(users.get('author')) })
  return {
    isHidden: users.get('subscriber')?.id === Number(HIDDEN.id),
    async ask(request: string, body: Readonly<Record<string, string>> | undefined, who: Who) {
      const value = body && Object.fromEntries(Object.entries(body).map(([name, text]) => [name, placed(text, who)]))
      const response = await send(placed(request, who), { as, ...(value && { body: value }) })
      return { status: response.status, text: response.text(), total: response.headers['X-WP-Total'] }
    },
  }
}

t.test('searching finds nobody by a part of their email address', async t => {
  const { send, users, site } = await makeSite()
  const author = site.principalOf(users.get('author'))
  await site.content.posts.create({ title: 'Known', status: 'publish' }, { as: author })
  await site.content.users.update(author.id, { email: 'secretary@private.example' }, { as: site.system })
  const found = async (search: string, as: string) => {
    const { body } = await send(`GET /users?search=${search}`, { as })
    return (body as { id: number }[]).map(({ id }) => id)
  }
  t.same(await found('author', 'anonymous'), [author.id])
  t.same(await found('secretary', 'administrator'), [author.id])
  for (const search of ['secretary', 'private', 's*', 'secretary@private.example', '*@private.example'])
    for (const as of ['anonymous', 'subscriber']) t.same(await found(search, as), [], `${search} by ${as}`)
})

t.test('sign-in responds in the same way for unknown names', async t => {
  const { site } = await makeSite()
  const me = (login: string): RestRequest => ({
    method: 'GET',
    path: '/cms/v2/users/me',
    headers: { authorization: `Basic ${Buffer.from(`${login}:abcd`).toString('base64')}` },
  })
  const { status, headers, text } = await site.dispatch(me(NOBODY.login))
  for (const login of ['admin', 'admin@example.com', HIDDEN.login, HIDDEN.email, '']) {
    const answer = await site.dispatch(me(login))
    t.same([answer.status, answer.headers, answer.text()], [status, headers, text()], login)
    t.equal(await site.sessions.signIn({ login, password: 'wrong' }), undefined)
  }
  const { browser } = await openConsole()
  const page = async (login: string) => {
    const { status, headers, body } = await browser().post('/console/sign-in', { login, password: 'wrong' })
    return { status, headers, body: body.replace(`value="${login}"`, '') }
  }
  const unknown = await page(NOBODY.login)
  for (const login of ['admin', 'admin@example.com', HIDDEN.login]) t.same(await page(login), unknown, login)
})

t.test('a lost password has the same response for unknown names, and networks are limited', async t => {
  const sent: string[] = []
  const mailer = { send: async ({ to }: { to: string }) => void sent.push(to) }
  const passwords = { hash: async () => 'x', verify: async () => false }
  const { browser, site } = await openConsole({ services: { mailer, passwords, clock: () => Date.UTC(2026, 0, 1) } })
  const ask = async (login: string, address: string) => {
    const { status, headers, body } = await browser({ remoteAddress: address }).post('/console/lost-password', {
      login,
    })
    return { status, headers, body }
  }
  const unknown = await ask(NOBODY.login, '192.0.2.1')
  t.match(unknown, { status: 303, headers: { Location: 'lost-password?done=sent' } })
  for (const login of ['admin', 'admin@example.com', HIDDEN.login, ''])
    t.same(await ask(login, '192.0.2.1'), unknown, login)
  for (let at = 0; at < 5; at++) t.equal((await ask(`name ${at}`, '192.0.2.1')).status, 303)
  const refused = await ask(NOBODY.login, '192.0.2.1')
  t.match(refused, { status: 429, headers: { 'Retry-After': '360' } })
  const known = await ask('admin', '192.0.2.1')
  t.equal(known.status, refused.status)
  t.equal((await ask('admin', '192.0.2.2')).status, 303, 'other networks')
  await someTurns()
  await site.audit.list({}, { as: site.system })
  t.same(new Set(sent), new Set(['admin@example.com', HIDDEN.email]))
  t.equal(sent.filter(to => to === 'admin@example.com').length, 1, 'one mail in a minute')
})

t.test('clients of the dialect wp are limited by network as well when a password is lost', async t => {
  const mailer = { send: async () => {} }
  const { browser } = await openConsole({ dialect: wpDialect, services: { mailer } })
  const path = '/wp-login.php?action=lostpassword'
  const ask = (address: string, at: number) =>
    browser({ remoteAddress: address }).post(path, { user_login: `name ${at}` })
  for (let at = 0; at < 10; at++) t.equal((await ask('192.0.2.1', at)).status < 400, true)
  t.equal((await ask('192.0.2.1', 10)).status, 429)
  t.equal((await ask('192.0.2.2', 11)).status < 400, true)
})
