import { metaIn, usersIn } from '@platen/site'
import t from 'tap'
import { someTurns } from '../../some-turns.js'
import { onEveryStore, twoProcesses } from '../every-store.js'
import { makeSite } from '../make-site.js'
import { cookieOf, headersOf, me, signedIn } from './sign-in.js'

const DAY = 24 * 60 * 60 * 1000
const START = Date.UTC(2026, 0, 1)
const KEYS = ['1', '2', '3'].map(digit => digit.repeat(32)) as [string, string, string]

const passwords = {
  hash: async (password: string) => `plain:${password}`,
  verify: async (hash: string, password: string) => hash === `plain:${password}`,
}

/** A site whose clock and keys the test sets. */
async function timed(options: Parameters<typeof makeSite>[0] = {}) {
  const time = { now: START }
  const made = await makeSite({ ...options, services: { passwords, clock: () => time.now } })
  return { made, time }
}

onEveryStore(t, 'a user signs in by login or email address, in any case', async (t, make) => {
  const { site } = await make()
  for (const [login, password, isRight] of [
    ['admin', 'secret', true],
    [' ADMIN ', 'secret', true],
    ['Admin@Example.com', 'secret', true],
    ['admin', 'Secret', false],
    ['admin', '', false],
    ['nobody', 'secret', false],
    ['', 'secret', false],
    ['editor', '', false],
    ['editor@example.com', 'secret', false],
    ['admin', 'x'.repeat(100_000), false],
  ] as const) {
    const session = await site.sessions.signIn({ login, password })
    t.equal(session !== undefined, isRight, `${login} ${password.slice(0, 10)}`)
    if (session !== undefined) t.match(session, { user: { login: 'admin' }, principal: { id: session.user.id } })
  }
})

t.test('every login costs one verification', async t => {
  const verified: string[] = []
  const made = await makeSite({
    services: {
      passwords: {
        hash: passwords.hash,
        verify: (hash, password) => passwords.verify(verified.push(hash) > 0 ? hash : '', password),
      },
    },
  })
  for (const login of ['admin', 'nobody', 'editor', '']) {
    verified.length = 0
    t.equal(await made.site.sessions.signIn({ login, password: 'wrong' }), undefined)
    t.equal(verified.length, 1, login)
    t.match(verified.join(), /^plain:./, 'never an empty hash, which is refused at once')
  }
})

onEveryStore(t, 'the cookie holds the session', async (t, make) => {
  const made = await make()
  const { sessions } = made.site
  const session = await signedIn(made)
  const cookie = cookieOf(made, session)
  for (const header of [cookie, `a=1; ${cookie}`, `${cookie}; b=2`, `a=1;${cookie};b=2`]) {
    const read = await sessions.read(header)
    t.match(read, { id: session.id, expires: session.expires, user: { id: session.user.id } }, header)
    t.equal(read?.principal.can('manage_options'), true)
    t.match(read?.principal.credential, { kind: 'session', id: session.id })
  }
  for (const header of [undefined, '', 'a=1', `x${cookie}`, ';;;', `a="${cookie}`, cookie.slice(0, -1), `${cookie}a`])
    t.equal(await sessions.read(header), undefined, header ?? 'none')
})

t.test('cookies are HttpOnly, SameSite, and Secure over HTTPS', async t => {
  for (const [url, remember, expected] of [
    [
      'https://site.example',
      false,
      /^__Host-cms_session_[\da-f]{12}=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ],
    [
      'https://site.example/blog',
      true,
      /^__Host-cms_session_\S+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ],
    ['http://localhost:8080', false, /^cms_session_[\da-f]{12}=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/],
    ['http://localhost:8080', true, /^cms_session_\S+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/],
  ] as const) {
    const { made } = await timed({ url })
    t.match(made.site.sessions.setCookies(await signedIn(made, remember)), [expected], url)
    t.match(made.site.sessions.clearCookies(), [
      /^\S+_session_[\da-f]{12}=; Max-Age=0; Expires=Thu, 01 Jan 1970 .*; HttpOnly/,
    ])
  }
  const { made: one } = await timed()
  const { made: other } = await timed({ url: 'https://other.example' })
  const [name] = cookieOf(one, await signedIn(one)).split('=')
  t.not(cookieOf(other, await signedIn(other)).split('=')[0], name, 'sites of one host have their own cookies')
})

t.test('a session lasts for two days, or for 14 if it is remembered', async t => {
  for (const [remember, days] of [
    [false, 2],
    [true, 14],
  ] as const) {
    const { made, time } = await timed()
    const session = await signedIn(made, remember)
    const cookie = cookieOf(made, session)
    t.equal(session.expires.getTime(), START + days * DAY)
    time.now = START + days * DAY - 1000
    const read = await made.site.sessions.read(cookie)
    t.ok(read)
    if (remember && read !== undefined) t.match(made.site.sessions.setCookies(read), [/Max-Age=1;/])
    time.now += 1000
    t.equal(await made.site.sessions.read(cookie), undefined, 'one that was read before')
    const other = await timed({ store: made.store })
    t.ok(await other.made.site.sessions.read(cookie), 'another process has it')
    const later = await timed({ store: made.store })
    later.time.now = time.now
    t.equal(await later.made.site.sessions.read(cookie), undefined, 'one that is read for the first time')
  }
})

t.test('each sign-in has its own id and cookie', async t => {
  const made = await makeSite()
  const all = await Promise.all([1, 2, 3].map(() => signedIn(made)))
  t.equal(new Set(all.map(({ id }) => id)).size, 3)
  t.equal(new Set(all.map(session => cookieOf(made, session))).size, 3)
})

onEveryStore(t, 'sessions end when the password changes and when the user signs out everywhere', async (t, make) => {
  const made = await make()
  const { site, users } = made
  const admin = users.get('administrator')
  if (admin === undefined) throw new Error('no administrator')
  let password = 'secret'
  const signIn = () => site.sessions.signIn({ login: 'admin', password })
  const everywhere = () => site.sessions.signOutEverywhere(admin)
  const change = async (to: string) => {
    password = to
    await site.content.users.update(admin.id, { password }, { as: site.system })
  }
  for (const [what, end] of [
    ['signing out', everywhere],
    ['signing out again', everywhere],
    ['signing out twice at once', () => Promise.all([everywhere(), everywhere()])],
    ['a new password', () => change('new')],
    ['the old password', () => change('secret')],
  ] as const) {
    const cookies: string[] = []
    for (const session of [await signIn(), await signIn()]) if (session) cookies.push(cookieOf(made, session))
    for (const cookie of cookies) t.ok(await site.sessions.read(cookie), what)
    await end()
    t.equal(cookies.length, 2)
    for (const cookie of cookies) t.equal(await site.sessions.read(cookie), undefined, what)
  }
})

onEveryStore(t, 'a deleted user has no session, and signing out changes nothing', async (t, make) => {
  const made = await make()
  const { site, store } = made
  const user = await site.content.users.create(
    { login: 'gone', email: 'gone@example.com', password: 'pass' },
    { as: site.system },
  )
  const session = await site.sessions.signIn({ login: 'gone', password: 'pass' })
  if (session === undefined) throw new Error('refused')
  const cookie = cookieOf(made, session)
  t.ok(await site.sessions.read(cookie))
  await usersIn(store).remove(user.id)
  t.equal(await site.sessions.read(cookie), undefined)
  await site.sessions.signOutEverywhere(session.user)
  t.equal((await metaIn(store).find({})).records.filter(each => each.key === '_session_epoch').length, 0)
})

t.test('a changed role counts at once', async t => {
  const made = await makeSite()
  const session = await signedIn(made)
  const cookie = cookieOf(made, session)
  t.equal((await made.site.sessions.read(cookie))?.principal.can('manage_options'), true)
  await usersIn(made.store).update(session.user.id, { roles: ['subscriber'] })
  t.equal((await made.site.sessions.read(cookie))?.principal.can('manage_options'), false)
})

t.test('processes that share a store share its key, and sessions end in both', async t => {
  const [one, other] = await twoProcesses(t)
  const sessions = await Promise.all([signedIn(one), signedIn(other)])
  const cookies = [cookieOf(one, sessions[0]), cookieOf(other, sessions[1])]
  for (const cookie of cookies) {
    t.ok(await one.site.sessions.read(cookie))
    t.ok(await other.site.sessions.read(cookie))
  }
  t.equal((await me(other, headersOf(one, sessions[0]))).status, 200, 'the nonce as well')
  await one.site.sessions.signOutEverywhere(sessions[0].user)
  await someTurns()
  for (const cookie of cookies) t.equal(await other.site.sessions.read(cookie), undefined)
})

t.test('keys can be rotated', async t => {
  const [first, second, third] = KEYS
  const { made: before } = await timed({ sessions: { keys: [first] } })
  const { store } = before
  const headers = headersOf(before, await signedIn(before))
  for (const [keys, status] of [
    [[first], 200],
    [[second, first], 200],
    [[third, second, first], 200],
    [[third, second], 403],
    [undefined, 403],
  ] as const) {
    const { made } = await timed({ store, sessions: { keys } })
    t.equal((await me(made, headers)).status, status, String(keys))
    const renewed = await signedIn(made)
    t.equal((await me(made, headersOf(made, renewed))).status, 200)
    t.equal((await before.site.sessions.read(cookieOf(made, renewed))) !== undefined, keys?.[0] === first)
  }
  for (const keys of [[], ['short'], [first, '']])
    await t.rejects(timed({ store, sessions: { keys } }), /sessions\.keys/, String(keys))
})

t.test('only sessions that were returned have cookies and nonces', async t => {
  const made = await makeSite()
  const { sessions } = made.site
  const forged = { ...(await signedIn(made)) }
  t.throws(() => sessions.setCookies(forged), TypeError)
  t.throws(() => sessions.nonce(forged, 'x'), TypeError)
  t.throws(() => sessions.checkNonce(forged, 'x', 'y'), TypeError)
})

t.test('a nonce is valid for its session and action, for 12 to 24 hours', async t => {
  const { made, time } = await timed()
  const { sessions } = made.site
  const session = await signedIn(made)
  const again = await sessions.read(cookieOf(made, session))
  const other = await signedIn(made)
  const nonce = sessions.nonce(session, 'delete')
  t.match(nonce, /^[\w-]{22}$/)
  t.ok(again && sessions.checkNonce(again, 'delete', nonce), 'also once the session is read again')
  t.equal(sessions.checkNonce(other, 'delete', nonce), false)
  t.equal(sessions.checkNonce(session, 'edit', nonce), false)
  for (const text of ['', nonce.slice(1), `${nonce}x`, nonce.toUpperCase(), 'é'.repeat(22)])
    t.equal(sessions.checkNonce(session, 'delete', text), false, text)
  for (const [hours, valid] of [
    [11.9, true],
    [12, true],
    [23.9, true],
    [24, false],
  ] as const) {
    time.now = START + hours * 60 * 60 * 1000
    t.equal(sessions.checkNonce(session, 'delete', nonce), valid, `after ${hours} hours`)
  }
  t.equal(sessions.checkNonce(session, 'delete', sessions.nonce(session, 'delete')), true)
  time.now = START
  t.equal(sessions.checkNonce(session, 'delete', sessions.nonce(session, 'delete')), true)
})

t.test('the password of a session is confirmed, and the session renewed', async t => {
  const { made, time } = await timed()
  const { site, users } = made
  const session = await signedIn(made, true)
  const id = users.get('administrator')?.id ?? 0
  for (const [password, isRight] of [
    ['secret', true],
    ['another', false],
    ['', false],
    ['x'.repeat(100_000), false],
  ] as const)
    t.equal(await site.sessions.confirmPassword(session, password), isRight)
  await site.content.users.update(id, { password: 'new' }, { as: site.system })
  t.equal(await site.sessions.confirmPassword(session, 'secret'), false)
  t.equal(await site.sessions.confirmPassword(session, 'new'), true)
  t.equal(await site.sessions.read(cookieOf(made, session)), undefined)
  time.now += DAY
  const renewed = await site.sessions.renew(session)
  if (renewed === undefined) throw new Error('The session was not renewed.')
  t.not(renewed.id, session.id)
  t.match(renewed, { remember: true, user: { login: 'admin' }, expires: new Date(time.now + 14 * DAY) })
  t.match(await site.sessions.read(cookieOf(made, renewed)), { id: renewed.id })
  await t.rejects(site.sessions.renew({ ...session }), TypeError, 'only those that the site returned')
  for (let at = 0; at < 10; at++) await site.sessions.confirmPassword(renewed, 'guess', '198.51.100.66')
  await t.rejects(site.sessions.confirmPassword(renewed, 'new', '198.51.100.66'), {
    code: 'rest_too_many_attempts',
  })
  t.equal(await site.sessions.confirmPassword(renewed, 'new', '203.0.113.7'), true)
  await site.content.users.delete(id, { as: site.system, reassignTo: users.get('editor')?.id })
  t.equal(await site.sessions.renew(renewed), undefined)
  t.equal(await site.sessions.confirmPassword(renewed, 'new'), false)
})
