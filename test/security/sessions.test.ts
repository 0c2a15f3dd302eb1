import { createHmac } from 'node:crypto'
import { REST_NONCE } from '@platen/site'
import type { Session } from '@platen/site/console'
import t, { type Test } from 'tap'
import { growsWith } from '../growth.js'
import { makeSite, type TestSite } from '../site/make-site.js'
import { cookieOf, headersOf, me, signedIn } from '../site/sessions/sign-in.js'

const DAY = 24 * 60 * 60 * 1000
const KEYS = ['a', 'b'].map(letter => letter.repeat(32)) as [string, string]

/** A site with the administrator `admin` and the subscriber `eve`, both with passwords. */
async function withEve(options: Parameters<typeof makeSite>[0] = {}) {
  const made = await makeSite(options)
  const { site } = made
  await site.content.users.create(
    { login: 'eve', email: 'eve@example.com', password: 'pass', roles: ['subscriber'] },
    { as: site.system },
  )
  const eve = await site.sessions.signIn({ login: 'eve', password: 'pass' })
  if (eve === undefined) throw new Error('refused')
  return { made, admin: await signedIn(made), eve }
}

/** The parts of the token in a cookie: user, expiry, remember, id and signature. */
function partsOf(made: TestSite, session: Session) {
  const cookie = cookieOf(made, session)
  const [name = '', token = ''] = cookie.split('=')
  return { name, token, parts: token.split('.') }
}

/** Requests with the cookie and either nonce; none may reach an account. */
async function refused(t: Test, made: TestSite, cookie: string, nonces: readonly string[], what: string) {
  for (const nonce of nonces) {
    const { status, body } = await me(made, { cookie, 'x-cms-nonce': nonce })
    t.match({ status, body }, { status: 403, body: { code: 'rest_cookie_invalid_nonce' } }, what)
  }
  t.equal((await me(made, { cookie })).status, 401, `${what}, no nonce`)
  t.equal(await made.site.sessions.read(cookie), undefined, what)
}

t.test('forged, changed and truncated cookies open nothing', async t => {
  const { made, admin, eve } = await withEve()
  const { name, token, parts } = partsOf(made, eve)
  const adminParts = partsOf(made, admin).parts
  const nonces = [admin, eve].map(session => made.site.sessions.nonce(session, REST_NONCE))
  const [user = '', expires = '', remember = '', id = '', signature = ''] = parts
  const join = (...all: readonly string[]) => all.join('.')
  const signedWith = (key: string, payload: string, rest: string) =>
    `${payload}.${createHmac('sha256', key).update(`session\n${payload}\n${rest}`).digest('base64url')}`
  const payload = join(String(admin.user.id), expires, remember, id)
  const forged: Record<string, string> = {
    'the id of another user': join(String(admin.user.id), expires, remember, id, signature),
    'a later expiry': join(user, String(Number(expires) + 1), remember, id, signature),
    remembered: join(user, expires, '1', id, signature),
    'another id': join(user, expires, remember, adminParts[3] ?? '', signature),
    'the signature of another session': join(user, expires, remember, id, adminParts[4] ?? ''),
    'no signature': join(user, expires, remember, id, ''),
    'a signature of zeros': join(user, expires, remember, id, 'A'.repeat(43)),
    'the id in another form': join(`0${user}`, expires, remember, id, signature),
    'the user 0': join('0', expires, remember, id, signature),
    'a user beyond all integers': join('9'.repeat(15), expires, remember, id, signature),
    'a negative user': join('-1', expires, remember, id, signature),
    'six parts': `${token}.x`,
    'another case': token.toLowerCase(),
    'quotes around it': `"${token}"`,
    'percent-encoded': token.replaceAll('.', '%2E'),
    'a null byte': `${token}\0`,
    long: `${token}${'x'.repeat(100_000)}`,
    'long digits': join('1'.repeat(100_000), expires, remember, id, signature),
    'an object': '[object Object]',
    'the name of a prototype': '__proto__',
    'signed with an empty key': signedWith('', payload, `0\n${admin.user.passwordHash}`),
    'signed with the word undefined': signedWith('undefined', payload, `0\n${admin.user.passwordHash}`),
  }
  for (const [what, value] of Object.entries(forged)) await refused(t, made, `${name}=${value}`, nonces, what)
  for (let length = 0; length < token.length; length += 7)
    await refused(t, made, `${name}=${token.slice(0, length)}`, nonces.slice(0, 1), `${length} characters`)
  for (let at = 0; at < token.length; at += 5) {
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
    await refused(t, made, `${name}=${changed}`, nonces.slice(0, 1), `character ${at}`)
  }
  t.equal((await me(made, headersOf(made, eve))).status, 200, 'the cookie itself still works')
})

t.test('the last characters of a signature cannot be written in another way', async t => {
  const { made, eve } = await withEve()
  const { name, token } = partsOf(made, eve)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='
  const accepted: string[] = []
  for (const last of alphabet)
    if (await made.site.sessions.read(`${name}=${token.slice(0, -1)}${last}`)) accepted.push(last)
  t.same(accepted, [token.at(-1)])
})

t.test('a nonce works only for its session', async t => {
  const { made, admin, eve } = await withEve()
  const again = await signedIn(made)
  for (const [what, of, by] of [
    ['of an administrator, sent by another user', admin, eve],
    ['of another user, sent by an administrator', eve, admin],
    ['of an earlier session of the same user', admin, again],
  ] as const) {
    const answer = await me(made, { ...headersOf(made, by), 'x-cms-nonce': made.site.sessions.nonce(of, REST_NONCE) })
    t.equal(answer.status, 403, what)
    t.equal(answer.headers['X-CMS-Nonce'], undefined, what)
  }
})

t.test('a page of another site can change nothing', async t => {
  const { made, admin } = await withEve()
  const { cookie } = headersOf(made, admin)
  for (const headers of [{ cookie }, { cookie, origin: 'https://evil.example' }]) {
    for (const request of [
      'POST /posts',
      'DELETE /users/1?force=true&reassign=2',
      'POST /settings',
      'POST /users/me',
    ]) {
      const { status } = await made.send(request, { as: 'anonymous', headers, body: { title: 'x' } })
      t.equal(status, 401, request)
    }
  }
})

t.test('expired cookies are refused, whatever clock the client has', async t => {
  let now = Date.UTC(2026, 0, 1)
  const { made, admin } = await withEve({
    services: {
      clock: () => now,
      passwords: { hash: async text => `plain:${text}`, verify: async (hash, text) => hash === `plain:${text}` },
    },
  })
  const cookie = cookieOf(made, admin)
  const nonce = made.site.sessions.nonce(admin, REST_NONCE)
  t.equal((await me(made, { cookie, 'x-cms-nonce': nonce })).status, 200)
  now += 2 * DAY
  await refused(t, made, cookie, [nonce, made.site.sessions.nonce(admin, REST_NONCE)], 'after two days')
})

t.test('a session that a client chooses is never adopted', async t => {
  const { made, eve } = await withEve()
  const planted = cookieOf(made, eve)
  const session = await signedIn(made)
  t.not(session.id, eve.id)
  t.not(cookieOf(made, session), planted)
  t.match(await made.site.sessions.read(planted), { user: { login: 'eve' } }, 'the planted one belongs to its user')
  t.match(planted, /^__Host-/, 'which other hosts of the domain cannot plant')
})

t.test('a retired key signs nothing any more', async t => {
  const [current, retired] = KEYS
  const { made: old, admin } = await withEve({ sessions: { keys: [retired] } })
  const headers = headersOf(old, admin)
  const made = await makeSite({ store: old.store, sessions: { keys: [current] } })
  await refused(t, made, headers.cookie, [headers['x-cms-nonce']], 'retired')
})

t.test('an ended session cannot be replayed', async t => {
  const { made, admin } = await withEve()
  const headers = headersOf(made, admin)
  t.equal((await me(made, headers)).status, 200)
  await made.site.sessions.signOutEverywhere(admin.user)
  await refused(t, made, headers.cookie, [headers['x-cms-nonce']], 'signed out')
})

t.test('header values stay values', async t => {
  const { made, admin } = await withEve()
  const { cookie, 'x-cms-nonce': nonce } = headersOf(made, admin)
  for (const bad of [
    '\r\nX-Evil: 1',
    `${nonce}\r\nSet-Cookie: a=b`,
    '\0',
    '\u{1f600}',
    '%0d%0aX: y',
    'x'.repeat(100_000),
  ]) {
    for (const headers of [
      { cookie, 'x-cms-nonce': bad },
      { cookie: `${cookie}${bad}`, 'x-cms-nonce': nonce },
      { cookie: bad, 'x-cms-nonce': bad },
    ]) {
      const answer = await me(made, headers)
      t.equal(answer.status, 403, JSON.stringify(bad.slice(0, 30)))
      t.notMatch(JSON.stringify(answer.headers), /evil|set-cookie/i)
    }
    t.equal((await me(made, { cookie }, `?_cmsnonce=${encodeURIComponent(bad)}`)).status, 403)
    t.equal(await made.site.sessions.signIn({ login: bad, password: bad }), undefined)
  }
  for (const value of made.site.sessions.setCookies(admin)) t.match(value, /^[ -~]+$/)
})

t.test('reading a cookie takes time in proportion to the header', async t => {
  const { made, admin } = await withEve()
  const cookie = cookieOf(made, admin)
  const [name] = cookie.split('=')
  for (const text of [';', ' ', '; ', '=', `${name}`, `x${name}=;`, 'a=1; ']) {
    const read = async (long: string) => t.equal(await made.site.sessions.read(long), undefined)
    t.equal(await growsWith(text, read, 1_000_000), undefined, JSON.stringify(text))
    t.ok(await made.site.sessions.read(`${text.includes('=') ? 'a=1; '.repeat(1000) : ''}${cookie}`))
  }
})
