import type { RestRequest } from '@platen/core'
import { cmsDialect, type Dialect, principalByName, usersIn, wpDialect } from '@platen/site'
import t from 'tap'
import { openConsole } from '../console/open-console.js'
import { signingKey, signToken, startProvider } from '../openid/provider-server.js'
import { makeTokenSite } from '../openid/token-site.js'
import { onEveryStore } from '../site/every-store.js'
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

/** Texts that searches take for `admin` or `admin@example.com`, but whose owner is somebody else. */
const LOGINS = ['\u00e1dmin', 'a\u0301dmin', '\uff41dmin', 'adm\u0131n', 'admi\u00f1']
const ADDRESSES = [
  '\u00e1dmin@example.com',
  'admin@ex\u00e4mple.com',
  'admin@exa\u0308mple.com',
  'adm\u0131n@example.com',
  'admin@example.com\u0301',
]

onEveryStore(t, 'names with other letters are those of nobody', async (t, make) => {
  const { site } = await make()
  for (const name of ['admin', 'ADMIN', 'Admin@Example.COM', ' admin ']) {
    t.equal((await principalByName(site.context, name))?.user?.login, 'admin', name)
    t.equal((await site.sessions.signIn({ login: name, password: 'secret' }))?.user.login, 'admin', name)
  }
  for (const name of [...LOGINS, ...ADDRESSES]) {
    t.equal(await principalByName(site.context, name), undefined, name)
    t.equal(await site.sessions.signIn({ login: name, password: 'secret' }), undefined, name)
  }
  await site.content.users.create({ login: 'kim', email: 'kim@example.com' }, { as: site.system })
  t.equal(await principalByName(site.context, '\u212aim'), undefined, 'the sign of Kelvin is not a K')
})

t.test('a verified address with other letters is not that of a user', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const options = { linkByEmail: true, newUserRole: 'subscriber' }
  const { me } = await makeTokenSite(provider, options, { isLinked: false })
  for (const [at, email] of ADDRESSES.entries()) {
    const claims = { sub: `attacker-${at}`, email, email_verified: true }
    t.equal((await me(await signToken(key, provider.issuer, { claims }))).status, 403, email)
  }
  const claims = { sub: 'owner', email: 'Admin@Example.com', email_verified: true }
  t.match(await me(await signToken(key, provider.issuer, { claims })), { status: 200, body: { slug: 'admin' } })
})

t.test('a new user gets no login that is the address of another', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const { me, site, store } = await makeTokenSite(provider, { newUserRole: 'subscriber' }, { isLinked: false })
  for (const [sub, email, preferred_username] of [
    ['attacker-1', 'eve@evil.example', 'admin@example.com'],
    ['attacker-2', 'eva@evil.example', 'ADMIN@example.com'],
    ['attacker-3', 'evi@evil.example', 'future@example.com'],
    ['honest', 'own@good.example', 'Own@good.example'],
  ] as const) {
    const claims = { sub, email, email_verified: true, preferred_username }
    t.equal((await me(await signToken(key, provider.issuer, { claims }))).status, 200, sub)
  }
  t.equal((await site.sessions.signIn({ login: 'admin@example.com', password: 'secret' }))?.user.login, 'admin')
  const logins = (await usersIn(store).find({})).records.map(({ login }) => login)
  t.same(
    logins.filter(login => login.includes('@')),
    ['Own@good.example'],
  )
  t.ok(logins.includes('future'))
})
