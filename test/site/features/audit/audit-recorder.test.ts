import { type AuditRecord, createSite, type Services } from '@platen/site'
import type { Store } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { loadModule } from '../../load-module.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'

const { auditEvents } = await loadModule<
  typeof import('../../../../packages/site/src/people/audit/audit-collection.js')
>('people/audit/audit-collection.js')

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const passwords = {
  hash: async (text: string) => `plain:${text}`,
  verify: async (hash: string, text: string) => hash === `plain:${text}`,
}

/** A site whose clock the test sets. */
async function atTime(options: TestSiteOptions = {}, services: Partial<Services> = {}) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const made = await makeSite({ ...options, services: { clock: () => time.now, passwords, ...services } })
  return { made, time }
}

const fail = ({ site }: TestSite, login: string, remoteAddress: string) =>
  site.audit.record({ kind: 'sign_in_failed', login, remoteAddress })

const list = async ({ site }: TestSite): Promise<readonly AuditRecord[]> =>
  (await site.audit.list({ limit: 100 }, { as: site.system })).events

const failures = async (made: TestSite) =>
  (await made.site.audit.list({ kinds: ['sign_in_failed'], limit: 100 }, { as: made.site.system })).events

onEveryStore(t, 'failures of an account and a network are one event for an hour', async (t, make) => {
  const time = { now: Date.UTC(2026, 0, 1) }
  const made = await make({ services: { clock: () => time.now, passwords } })
  for (let i = 0; i < 1000; i++) await fail(made, i % 2 ? 'admin' : 'ADMIN', '2001:db8::1')
  t.match(await failures(made), [{ count: 1000, time: time.now, since: time.now }])
  const { now } = time
  time.now += 10_000
  await fail(made, 'admin', '2001:db8::2')
  t.match(await failures(made), [{ count: 1001, time: time.now, since: now, accountLogin: 'admin' }])
  time.now += HOUR
  await fail(made, 'admin', '2001:db8::2')
  t.equal((await failures(made))[0]?.count, 1002, 'what began before it was stored goes on')
  await fail(made, 'admin', '2001:db8::2')
  t.match(await failures(made), [
    { count: 1, since: time.now },
    { count: 1002, since: now },
  ])
  await fail(made, 'admin', '2001:db9::2')
  t.equal((await failures(made)).length, 3, 'another network')
})

t.test('an attack writes seldom, and fills nothing', async t => {
  const { made } = await atTime()
  await made.site.audit.record({ kind: 'roles_changed', account: { id: 7, login: 'x' } })
  const revision = made.store.revision()
  for (let i = 0; i < 10_000; i++) await fail(made, `user${i}`, `10.${i >> 8}.${i & 255}.1`)
  t.equal(made.store.revision(), revision, 'nothing is written meanwhile')
  const { total } = await made.site.audit.list({ kinds: ['sign_in_failed'] }, { as: made.site.system })
  t.equal(total, 201)
  t.equal(made.store.revision(), revision + 1, 'one write then')
  const all = await made.store.collection(auditEvents).find({})
  t.equal(
    all.records.reduce((sum, { count, kind }) => sum + (kind === 'sign_in_failed' ? count : 0), 0),
    10_000,
  )
})

onEveryStore(t, 'the store holds a limited number of events, of which failures are half', async (t, make) => {
  const time = { now: Date.UTC(2026, 0, 1) }
  const made = await make({ audit: { maxEvents: 40 }, services: { clock: () => time.now, passwords } })
  for (let i = 0; i < 30; i++)
    await made.site.audit.record({ kind: 'roles_changed', account: { id: 1000 + i, login: 'x' } })
  for (let i = 0; i < 600; i++) {
    if (i % 150 === 0) {
      await list(made)
      time.now += 2 * HOUR
    }
    await fail(made, 'admin', `10.0.${i >> 8}.${i & 255}`)
  }
  const all = await list(made)
  t.ok((await failures(made)).length <= 20 + 150, 'those of one write come on top')
  t.ok(all.filter(({ kind }) => kind === 'roles_changed').length >= 10, 'changes are not displaced by failures')
  for (let i = 0; i < 100; i++) await made.site.audit.record({ kind: 'sign_in' })
  const { total } = await made.site.audit.list({}, { as: made.site.system })
  t.ok(total <= 40 + 100, String(total))
  const { events } = await made.site.audit.list({ kinds: ['roles_changed'] }, { as: made.site.system })
  t.same(
    events.filter(({ account }) => account < 1010),
    [],
    'the oldest are removed',
  )
})

onEveryStore(t, 'what users do with their own account displaces nothing else', async (t, make) => {
  const made = await make({ audit: { maxEvents: 40 }, services: { passwords } })
  const as = { as: made.users.get('subscriber') ?? made.site.system }
  for (let i = 0; i < 8; i++)
    await made.site.audit.record({ kind: 'roles_changed', account: { id: 1000 + i, login: 'x' } })
  for (let i = 0; i < 120; i++)
    await made.site.content.applicationPasswords.create({ user: as.as.id, name: `${i}` }, as)
  for (let i = 0; i < 80; i++) await made.site.audit.record({ kind: 'sign_in' })
  const all = await list(made)
  t.equal(all.filter(({ kind }) => kind === 'roles_changed').length, 8)
  t.ok(all.length <= 40 + 100, `${all.length} events`)
})

t.test('old events are removed', async t => {
  const { made, time } = await atTime({ audit: { days: 10 } })
  await made.site.audit.record({ kind: 'sign_in' })
  time.now += 11 * DAY
  for (let i = 0; i < 100; i++) await made.site.audit.record({ kind: 'sign_in' })
  t.equal((await made.site.audit.list({ kinds: ['sign_in'] }, { as: made.site.system })).total, 100)
})

t.test('with no events to store, nothing is recorded', async t => {
  const { made } = await atTime({ audit: { maxEvents: 0 } })
  const before = await list(made)
  await made.site.sessions.signIn({ login: 'admin', password: 'secret' })
  await made.site.sessions.signIn({ login: 'admin', password: 'wrong' })
  await made.site.content.users.update(1, { password: 'other' }, { as: made.site.system })
  t.same(await list(made), before)
  for (const audit of [{ maxEvents: -1 }, { days: 1.5 }])
    t.throws(() => createSite({ store: made.store, url: 'https://site.example', audit }), { name: 'RegistrationError' })
})

t.test('a store that fails refuses no sign-in', async t => {
  const warnings: string[] = []
  const logger = { info() {}, error() {}, warn: (_: object, message: string) => void warnings.push(message) }
  let isBroken = false
  const wrapStore = (store: Store): Store => ({
    ...store,
    transaction: work => (isBroken ? Promise.reject(new Error('broken')) : store.transaction(work)),
    collection: definition => {
      if (isBroken && definition.name === 'auditEvents') throw new Error('broken')
      return store.collection(definition)
    },
  })
  const { made } = await atTime({ wrapStore }, { logger })
  await made.site.sessions.signIn({ login: 'admin', password: 'secret' })
  isBroken = true
  t.ok(await made.site.sessions.signIn({ login: 'admin', password: 'secret' }))
  t.equal(await made.site.sessions.signIn({ login: 'admin', password: 'wrong' }), undefined)
  t.same([...new Set(warnings)], ['audit events could not be stored'])
  await t.rejects(list(made))
  isBroken = false
  t.match(await failures(made), [{ count: 1, accountLogin: 'admin' }], 'what could not be stored is stored later')
})
