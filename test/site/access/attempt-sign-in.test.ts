import type { RateLimitOptions } from '@platen/site'
import { attemptSignIn } from '@platen/site/operations'
import t from 'tap'
import { makeSite } from '../make-site.js'

const passwords = {
  hash: async (text: string) => `plain:${text}`,
  verify: async (hash: string, text: string) => hash === `plain:${text}`,
}

/** A site with a clock, and a sign-in that counts how often a password is checked. */
async function guarded(rateLimits?: RateLimitOptions) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const made = await makeSite({ rateLimits, services: { clock: () => time.now, passwords } })
  const counts = { checks: 0 }
  const attempt = async (remoteAddress: string | undefined, login: string | undefined, right = false) => {
    try {
      return await attemptSignIn(made.site.context, { login, remoteAddress, via: 'test' }, async () => {
        counts.checks++
        return right ? 'in' : undefined
      })
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  return { made, time, counts, attempt }
}

/** How often a login can be tried at once, by default. */
const BURST = 10
const TOO_MANY = 'rest_too_many_attempts'

t.test('a login is guessed at ever more slowly, from one network', async t => {
  const { time, counts, attempt, made } = await guarded()
  for (let i = 0; i < BURST; i++) t.equal(await attempt('192.0.2.1', 'admin'), undefined)
  t.equal(await attempt('192.0.2.1', 'admin', true), TOO_MANY, 'also with the right password')
  t.equal(counts.checks, BURST, 'which is not checked')
  for (const login of ['ADMIN', ' admin ', 'ádmin']) t.equal(await attempt('192.0.2.1', login), TOO_MANY, login)
  t.equal(await attempt('192.0.2.1', 'other'), undefined, 'other logins')
  t.equal(await attempt('192.0.2.2', 'admin', true), 'in', 'other networks')
  time.now += 1000
  t.equal(await attempt('192.0.2.1', 'admin'), undefined)
  const error = await attemptSignIn(
    made.site.context,
    { login: 'admin', remoteAddress: '192.0.2.1', via: 'test' },
    async () => 'in',
  ).catch(thrown => thrown)
  t.match(error, { status: 429, code: TOO_MANY, data: { retry_after: 2 }, headers: { 'Retry-After': '2' } })
  time.now += 2000
  t.equal(await attempt('192.0.2.1', 'admin', true), 'in')
  for (let i = 0; i < BURST; i++) t.equal(await attempt('192.0.2.1', 'admin'), undefined, 'a success forgets failures')
  t.equal(await attempt('192.0.2.1', 'admin'), TOO_MANY)
})

t.test('a network is slowed over all logins, by the /64 of IPv6', async t => {
  const { time, attempt } = await guarded()
  for (let i = 0; i < 100; i++) t.equal(await attempt(`2001:db8::${i}`, `user${i}`), undefined)
  t.equal(await attempt('2001:db8::ffff', 'somebody', true), TOO_MANY)
  t.equal(await attempt('2001:db8::ffff', undefined, true), TOO_MANY, 'secrets without a login')
  t.equal(await attempt('2001:db8:0:1::1', 'somebody', true), 'in')
  time.now += 1000
  t.equal(await attempt('2001:db8::ffff', 'somebody', true), 'in')
  t.equal(await attempt('2001:db8::ffff', 'another', true), 'in', 'a success does not count as a guess')
  const waits: number[] = []
  for (let i = 0; i < 12; i++) {
    await attempt('2001:db8::1', `later${i}`)
    let wait = 0
    while ((await attempt('2001:db8::1', 'somebody', true)) === TOO_MANY) {
      wait++
      time.now += 1000
    }
    waits.push(wait)
  }
  t.ok(Math.max(...waits) > 20 && Math.max(...waits) <= 60, 'nobody waits longer than a minute')
})

t.test('guesses at the same time count', async t => {
  const { counts, attempt } = await guarded()
  const all = await Promise.all(Array.from({ length: 1000 }, () => attempt('192.0.2.1', 'admin')))
  t.equal(all.filter(result => result === undefined).length, BURST)
  t.equal(counts.checks, BURST)
})

t.test('a check that fails does not count as a guess', async t => {
  const { made, attempt } = await guarded()
  for (let i = 0; i < 50; i++)
    await t.rejects(
      attemptSignIn(made.site.context, { login: 'admin', remoteAddress: '192.0.2.1', via: 'test' }, async () => {
        throw new Error('the store is away')
      }),
      { message: 'the store is away' },
    )
  t.equal(await attempt('192.0.2.1', 'admin', true), 'in')
})

t.test('without an address, and where it is switched off, nothing is limited', async t => {
  const { attempt } = await guarded()
  for (let i = 0; i < 200; i++) await attempt(undefined, 'admin')
  t.equal(await attempt(undefined, 'admin', true), 'in')
  const off = await guarded({ signIn: false })
  for (let i = 0; i < 200; i++) await off.attempt('192.0.2.1', 'admin')
  t.equal(await off.attempt('192.0.2.1', 'admin', true), 'in')
})

t.test('rules of the site', async t => {
  const { attempt } = await guarded({ signIn: { account: { burst: 1, seconds: 60 } } })
  await attempt('192.0.2.1', 'admin')
  t.equal(await attempt('192.0.2.1', 'admin'), TOO_MANY)
  for (const signIn of [
    { account: { burst: 0, seconds: 60 } },
    { account: { burst: 1.5, seconds: 60 } },
    { network: { burst: 1, seconds: Number.NaN } },
    { network: { burst: 1, seconds: 1, delay: { first: -1, max: 2 } } },
  ])
    await t.rejects(guarded({ signIn }), { name: 'RegistrationError' }, JSON.stringify(signIn))
})

t.test('guesses are recorded as audit events', async t => {
  const { made, attempt } = await guarded()
  for (let i = 0; i < BURST + 3; i++) await attempt('192.0.2.1', 'admin')
  await attempt('192.0.2.2', 'admin', true)
  const { events } = await made.site.audit.list({}, { as: made.site.system })
  const about = { accountLogin: 'admin', network: '192.0.2.1', detail: { via: 'test' } }
  t.match(
    events.filter(({ kind }) => kind !== 'user_created').sort((a, b) => b.count - a.count),
    [
      { kind: 'sign_in_failed', count: BURST, ...about },
      { kind: 'sign_in_throttled', count: 3, ...about },
    ],
  )
})
