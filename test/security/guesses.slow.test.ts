import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMemoryRateLimit, REST_NONCE } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../site/make-site.js'
import { cookieOf } from '../site/sessions/sign-in.js'

t.setTimeout(120_000)

const GUESSES = 10_000
/** Where fewer show the same. */
const MANY = 1_000
const HOUR = 60 * 60 * 1000
const ATTACKER = '198.51.100.66'
const OWNER = '203.0.113.7'

/** A site whose clock the test sets, which counts the verifications of account passwords. */
async function guarded() {
  const time = { now: Date.UTC(2026, 0, 1) }
  const work = { verified: 0 }
  const passwords = {
    hash: async (text: string) => `plain:${text}`,
    async verify(hash: string, text: string) {
      work.verified++
      return hash === `plain:${text}`
    },
  }
  const made = await makeSite({ services: { clock: () => time.now, passwords } })
  const signIn = async (password: string, remoteAddress: string, login = 'admin') => {
    try {
      return (await made.site.sessions.signIn({ login, password, remoteAddress })) === undefined ? 'wrong' : 'in'
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  return { made, time, work, signIn }
}

const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** Requests the own user, with an application password. */
function me({ site }: TestSite, password: string, remoteAddress: string, login = 'admin') {
  const headers = { authorization: basic(login, password) }
  return site.dispatch({ method: 'GET', path: '/cms/v2/users/me', headers, remoteAddress })
}

const letters = (at: number) => at.toString().padStart(24, 'x')

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

t.test('guesses at an account password are throttled, and its owner is not locked out', async t => {
  const { made, time, work, signIn } = await guarded()
  const session = await made.site.sessions.signIn({ login: 'admin', password: 'secret', remoteAddress: OWNER })
  if (session === undefined) throw new Error('refused')
  const before = work.verified
  const results = new Map<string, number>()
  for (let at = 0; at < GUESSES; at++) {
    const result = await signIn(`guess ${at}`, ATTACKER)
    results.set(result, (results.get(result) ?? 0) + 1)
    if (at % 1000 === 999) {
      t.equal(await signIn('secret', OWNER), 'in', `the owner, after ${at + 1} guesses`)
      t.equal(await signIn('secret', '2001:db8::1'), 'in', 'and from another network')
    }
    time.now += 100
  }
  t.same([...results.keys()], ['wrong', 'rest_too_many_attempts'])
  t.ok((results.get('wrong') ?? 0) < 25, `${results.get('wrong')} guesses in ${(GUESSES * 100) / 1000} seconds`)
  t.ok(work.verified - before < 25 + 20, 'nothing else was hashed')
  t.equal(await signIn('secret', ATTACKER), 'rest_too_many_attempts', 'not even the right one')
  const headers = { cookie: cookieOf(made, session), 'x-cms-nonce': made.site.sessions.nonce(session, REST_NONCE) }
  const own = { method: 'GET', path: '/cms/v2/users/me', headers, remoteAddress: ATTACKER }
  t.equal((await made.site.dispatch(own)).status, 200, 'those who have signed in go on, also from that network')
  const day = (24 * HOUR) / 1000
  let guesses = 0
  for (let second = 0; second < day; second += 60) {
    time.now += 60_000
    if ((await signIn('guess', ATTACKER)) === 'wrong') guesses++
  }
  t.ok(guesses <= 24 * 6 + 1, `${guesses} guesses in a day`)
})

t.test('guesses at application passwords are throttled', async t => {
  const { made, time } = await guarded()
  const { site } = made
  const as = { as: site.system }
  const { secret } = await site.content.applicationPasswords.create({ user: 1, name: 'App' }, as)
  t.equal((await me(made, secret, ATTACKER)).status, 200, 'an application in the network of the attacker')
  const codes = new Map<number, number>()
  for (let at = 0; at < GUESSES; at++) {
    const { status, headers } = await me(made, letters(at), ATTACKER)
    codes.set(status, (codes.get(status) ?? 0) + 1)
    if (status === 429 && !/^[1-9]\d*$/.test(headers['Retry-After'] ?? '')) t.fail('no Retry-After')
    time.now += 100
  }
  t.same([...codes.keys()].sort(), [401, 429])
  t.ok((codes.get(401) ?? 0) < 25, `${codes.get(401)} guesses`)
  t.equal((await me(made, secret, OWNER)).status, 200, 'other networks')
  t.equal((await me(made, secret, ATTACKER)).status, 200, 'what was right before does not count as a guess')
  await site.content.users.update(1, { firstName: 'A' }, as)
  t.equal((await me(made, secret, ATTACKER)).status, 200, 'also after a change of the site')
  await site.content.applicationPasswords.revokeAll(1, as)
  t.not((await me(made, secret, ATTACKER)).status, 200, 'but not once it is revoked')
})

t.test('an application with many requests at once is not taken for an attacker', async t => {
  const { made } = await guarded()
  const { secret } = await made.site.content.applicationPasswords.create(
    { user: 1, name: 'App' },
    { as: made.site.system },
  )
  const all = await Promise.all(Array.from({ length: 200 }, () => me(made, secret, OWNER)))
  t.same([...new Set(all.map(({ status }) => status))], [200])
})

t.test('guesses at the same time are throttled', async t => {
  const { made, work, signIn } = await guarded()
  await signIn('x', OWNER)
  const before = work.verified
  const results = await Promise.all(Array.from({ length: MANY }, (_, at) => signIn(`guess ${at}`, ATTACKER)))
  t.equal(results.filter(result => result === 'wrong').length, 10)
  t.equal(work.verified - before, 10)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => me(made, letters(at), '192.0.2.9', 'editor')),
  )
  t.equal(answers.filter(({ status }) => status === 401).length, 10)
})

t.test('one guess at each of many accounts slows the network', async t => {
  const { time, work, signIn } = await guarded()
  const before = work.verified
  let tried = 0
  for (let at = 0; at < MANY; at++) {
    if ((await signIn('password', ATTACKER, `user${at}`)) === 'wrong') tried++
    time.now += 100
  }
  t.ok(tried >= 100 && tried < 150, `${tried} guesses`)
  t.equal(work.verified - before, tried)
  t.equal(await signIn('secret', OWNER), 'in')
})

t.test('one guess from each of many networks throttles nobody else', async t => {
  const { made, signIn } = await guarded()
  for (let at = 0; at < MANY; at++)
    await signIn('guess', `2001:db8:${(at >> 8).toString(16)}:${(at & 255).toString(16)}::1`)
  t.equal(await signIn('secret', OWNER), 'in')
  const { total, events } = await made.site.audit.list({ kinds: ['sign_in_failed'] }, { as: made.site.system })
  t.ok(total <= 201, `${total} events`)
  t.ok(events.length > 0)
})

t.test('the networks of one customer are slowed together', async t => {
  const { time, work, signIn } = await guarded()
  const before = work.verified
  const results = new Map<string, number>()
  for (let at = 0; at < MANY; at++) {
    const result = await signIn(`guess ${at}`, `2001:db8:7:${at.toString(16)}::1`)
    results.set(result, (results.get(result) ?? 0) + 1)
    time.now += 100
  }
  t.same([...results.keys()], ['wrong', 'rest_too_many_attempts'])
  t.ok(work.verified - before < 110, `${work.verified - before} guesses in 100 seconds`)
  t.equal(await signIn('secret', '2001:db8:8::1'), 'in', 'another customer')
  t.equal(await signIn('secret', OWNER), 'in')
  time.now += 61_000
  t.equal(await signIn('secret', '2001:db8:7:ffff::1'), 'in', 'a neighbour waits for a minute at most')
})

t.test('a program with a revoked password does not lock out its user', async t => {
  const { made, time, signIn } = await guarded()
  const statuses = new Set<number>()
  for (let at = 0; at < MANY; at++) {
    statuses.add((await me(made, letters(0), OWNER)).status)
    time.now += 1000
    if (at % 50 === 49) t.equal(await signIn('secret', OWNER), 'in', `after ${at + 1} requests`)
  }
  t.same([...statuses].sort(), [401, 429])
})

t.test('a throttled sign-in does not reveal whether there is the account', async t => {
  const answersTo = async (login: string) => {
    const { signIn, work } = await guarded()
    const before = work.verified
    const results: string[] = []
    for (let at = 0; at < 30; at++) results.push(await signIn('guess', ATTACKER, login))
    return { results, verified: work.verified - before }
  }
  const unknown = await answersTo('nobody')
  for (const login of ['admin', 'admin@example.com', 'subscriber']) t.same(await answersTo(login), unknown, login)
})

t.test('the limiter takes bounded memory, whatever the keys are', async t => {
  const limit = createMemoryRateLimit()
  const rule = { burst: 1, seconds: 1_000_000 }
  const megabytes = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 1024 / 1024
  }
  const fill = async (from: number, count: number, tail = '') => {
    for (let at = from; at < from + count; at += 100)
      await limit.take(Array.from({ length: 100 }, (_, i) => ({ key: `sign-in:${at + i}${tail}`, rule })))
  }
  await fill(0, 100_000)
  const before = megabytes()
  await fill(100_000, 900_000)
  await fill(0, 200, 'x'.repeat(100_000))
  t.ok(megabytes() - before < 40, `${Math.round(megabytes() - before)} MB more`)
  t.same(await limit.take([{ key: 'sign-in:0', rule }]), { retryAfter: 0 }, 'old keys are forgotten')
})
