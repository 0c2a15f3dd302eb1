import { type AuditRecord, createSite, type Services } from '@platen/site'
import { auditRecorded } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { loadModule } from '../../load-module.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'

const FROM = '203.0.113.7'

/** The kinds of the recorded events, the latest first. */
async function recorded({ site }: TestSite): Promise<readonly AuditRecord[]> {
  const { events, total } = await site.audit.list({ limit: 100 }, { as: site.system })
  t.equal(events.length, total)
  return events
}

onEveryStore(t, 'sign-ins and changes of accounts are recorded', async (t, make) => {
  const made = await make()
  const { site, users } = made
  const admin = users.get('administrator')
  const author = users.get('author')
  if (admin === undefined || author === undefined) throw new Error('no users')
  const as = { as: admin, remoteAddress: FROM }
  const signIn = (login: string, password: string) => site.sessions.signIn({ login, password, remoteAddress: FROM })
  await site.content.users.update(author.id, { password: 'a new secret' }, as)
  await site.content.users.update(author.id, { roles: ['editor'] }, as)
  await site.content.users.update(author.id, { roles: ['editor'], firstName: 'A' }, as)
  await site.content.users.update(author.id, { email: 'new@example.com' }, as)
  const session = await signIn('author', 'a new secret')
  if (session === undefined) throw new Error('refused')
  await site.sessions.signOutEverywhere(session.user, { as: session.principal, remoteAddress: FROM })
  const password = await site.content.applicationPasswords.create({ user: author.id, name: 'App' }, as)
  await site.content.applicationPasswords.revoke(password.id, as)
  await site.content.applicationPasswords.create({ user: author.id, name: 'Other' }, as)
  await site.content.applicationPasswords.revokeAll(author.id, as)
  t.equal(await site.content.applicationPasswords.revokeAll(author.id, as), 0, 'which is nothing to record')
  await signIn('author@example.com', 'wrong')
  await signIn('new@example.com', 'wrong')
  await signIn('nobody', 'wrong')
  const added = await site.content.users.create({ login: 'eve', email: 'e@e.example', roles: ['author'] }, as)
  await site.content.users.delete(added.id, { ...as, reassignTo: admin.id })

  const events = await recorded(made)
  const byAdmin = { actorLogin: 'admin', actor: admin.id }
  const ofAuthor = { accountLogin: 'author', account: author.id }
  const byAuthor = { actorLogin: 'author', actor: author.id }
  const { uuid } = password
  const expected = [
    { kind: 'user_created', actor: 0, actorLogin: '', accountLogin: 'admin', detail: { roles: ['administrator'] } },
    { kind: 'password_changed', ...byAdmin, ...ofAuthor, network: FROM },
    { kind: 'roles_changed', ...byAdmin, ...ofAuthor, detail: { before: ['author'], after: ['editor'] } },
    { kind: 'email_changed', ...byAdmin, ...ofAuthor },
    { kind: 'sign_in', ...byAuthor, ...ofAuthor, network: FROM, detail: { via: 'session' }, count: 1 },
    { kind: 'signed_out_everywhere', ...byAuthor, ...ofAuthor, network: FROM, detail: { via: 'session' } },
    { kind: 'application_password_created', ...byAdmin, ...ofAuthor, detail: { name: 'App', uuid } },
    { kind: 'application_password_revoked', ...byAdmin, ...ofAuthor, detail: { name: 'App', uuid } },
    { kind: 'application_password_created', ...byAdmin, ...ofAuthor, detail: { name: 'Other' } },
    { kind: 'application_password_revoked', ...byAdmin, ...ofAuthor, detail: { count: 1 } },
    { kind: 'user_created', ...byAdmin, accountLogin: 'eve', detail: { roles: ['author'] } },
    { kind: 'user_deleted', ...byAdmin, accountLogin: 'eve' },
  ]
  const isFailure = ({ kind }: AuditRecord) => kind === 'sign_in_failed'
  const changes = events.filter(event => !isFailure(event)).sort((a, b) => a.id - b.id)
  t.match(changes, expected)
  t.equal(changes.length, expected.length)
  const failed = events.filter(isFailure).sort((a, b) => a.account - b.account)
  t.match(failed, [
    { accountLogin: '', account: 0, network: FROM, count: 1 },
    { accountLogin: '', account: 0, network: FROM, count: 1 },
    { ...ofAuthor, actor: 0, network: FROM, count: 1, detail: { via: 'session' } },
  ])
  t.equal(failed.length, 3)
  t.notMatch(JSON.stringify(events), /nobody|secret|wrong/, 'neither what was typed nor a password')
})

t.test('requests name the client, and what the caller signed in with', async t => {
  const made = await makeSite()
  const { site, users } = made
  const admin = users.get('administrator')
  if (admin === undefined) throw new Error('no administrator')
  const { secret } = await site.content.applicationPasswords.create({ user: admin.id, name: 'App' }, { as: admin })
  const send = (method: string, path: string, value: unknown, password = secret) =>
    site.dispatch({
      method,
      path: `/cms/v2${path}`,
      headers: { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` },
      remoteAddress: '2001:db8:1:2:3:4:5:6',
      body: { kind: 'json', value },
    })
  const user = { username: 'eve', email: 'eve@example.com', password: 'x', roles: ['editor'] }
  const { body, status } = await send('POST', '/users', user)
  t.equal(status, 201)
  const { id } = body as { id: number }
  t.equal((await send('POST', `/users/${id}`, { password: 'y', roles: ['author'] })).status, 200)
  t.equal((await send('POST', `/users/${id}/application-passwords`, { name: 'B' })).status, 201)
  t.equal((await send('DELETE', `/users/${id}/application-passwords`, {})).status, 200)
  t.equal((await send('DELETE', `/users/${id}`, { force: true, reassign: 1 })).status, 200)
  await send('GET', '/users/me', undefined, 'aaaa bbbb cccc dddd eeee ffff')
  const kinds = ['user_created', 'password_changed', 'roles_changed', 'application_password_created']
  const client = { network: '2001:db8:1:2::/64', detail: { via: 'application-password' } }
  const events = (await recorded(made)).filter(({ network }) => network !== '').sort((a, b) => a.id - b.id)
  t.match(
    events,
    [...kinds, 'application_password_revoked', 'user_deleted', 'sign_in_failed'].map(kind => ({ kind, ...client })),
  )
  t.equal(events.length, 7)
})

t.test('users who may manage options list events', async t => {
  const { site, users } = await makeSite()
  for (const role of ['editor', 'author', 'subscriber'])
    await t.rejects(site.audit.list({}, { as: site.principalOf(users.get(role)) }), {
      code: 'rest_forbidden',
      status: 403,
    })
  await t.rejects(site.audit.list({}, { as: site.principalOf(undefined) }), { code: 'rest_forbidden', status: 401 })
  const as = { as: site.principalOf(users.get('administrator')) }
  for (const wrong of [
    { limit: 0 },
    { limit: 101 },
    { limit: 1.5 },
    { limit: Number.NaN },
    { offset: -1 },
    { offset: 0.5 },
  ])
    await t.rejects(site.audit.list(wrong, as), { code: 'rest_invalid_param', status: 400 }, JSON.stringify(wrong))
  for (let account = 1; account <= 30; account++)
    await site.audit.record({
      kind: account % 2 ? 'sign_in' : 'password_changed',
      account: { id: account, login: 'x' },
    })
  t.equal((await site.audit.list({}, as)).events.length, 20)
  t.match(await site.audit.list({ kinds: ['sign_in'], limit: 2, offset: 1 }, as), {
    events: [{ account: 27 }, { account: 25 }],
    total: 15,
  })
  t.match(await site.audit.list({ user: 7 }, as), { events: [{ account: 7, kind: 'sign_in' }], total: 1 })
  t.match(await site.audit.list({ kinds: [] }, as), { events: [], total: 0 })
})

t.test('listeners receive what was stored', async t => {
  const { site } = await makeSite()
  const heard: string[] = []
  site.on(auditRecorded, ({ event }) => void heard.push(`${event.kind} ${event.count}`))
  await site.sessions.signIn({ login: 'admin', password: 'secret' })
  for (let i = 0; i < 3; i++) await site.sessions.signIn({ login: 'admin', password: 'wrong' })
  t.same(heard, ['sign_in 1'], 'failures are reported when they are stored')
  await site.audit.list({}, { as: site.system })
  t.same(heard, ['sign_in 1', 'sign_in_failed 3'])
})

t.test('a change that is rolled back leaves no event', async t => {
  const made = await makeSite()
  const { site, users } = made
  const before = await recorded(made)
  await t.rejects(
    site.content.transaction(async tx => {
      const { updateUser } = await import('@platen/site/operations')
      await updateUser(tx, site.system, { id: users.get('author')?.id ?? 0, roles: ['administrator'] })
      throw new Error('no')
    }),
  )
  t.same(await recorded(made), before)
})

t.test('changes that users may not make are recorded', async t => {
  const made = await makeSite()
  const { site, users, send } = made
  const author = users.get('author')
  for (let i = 0; i < 3; i++) await send('POST /settings', { as: 'author', body: { title: 'Mine' } })
  await send('DELETE /users/1?force=true&reassign=3', { as: 'author' })
  await send('GET /users?context=edit', { as: 'author' })
  await send('POST /settings', { as: 'anonymous', body: { title: 'Mine' } })
  await site.call('POST', '/cms/v2/settings', { title: 'Mine' }, { as: users.get('editor'), remoteAddress: FROM })
  const { events } = await site.audit.list({ kinds: ['access_refused'] }, { as: site.system })
  const byAuthor = { actor: author?.id, actorLogin: 'author' }
  const settings = { code: 'rest_forbidden', method: 'POST', route: '/cms/v2/settings' }
  t.match(
    [...events].sort((a, b) => a.id - b.id),
    [
      { ...byAuthor, count: 3, detail: settings },
      { ...byAuthor, count: 1, detail: { code: 'rest_user_cannot_delete', method: 'DELETE' } },
      { actorLogin: 'editor', count: 1, network: FROM, detail: settings },
    ],
  )
  t.equal(events.length, 3)
})

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
