import { applicationPasswordsIn } from '@platen/site'
import { createApplicationPassword, revokeApplicationPasswords } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const by = ({ users, site }: TestSite, role: string) => ({ as: users.get(role) ?? site.principalOf(undefined) })
const basic = (login: string, secret: string) =>
  ({
    as: 'nobody',
    headers: { authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}` },
  }) as const

onEveryStore(t, 'an application password lives its life in process', async (t, make) => {
  const made = await make()
  const { applicationPasswords } = made.site.content
  const author = by(made, 'author')
  const user = author.as.id
  const created = await applicationPasswords.create({ user, name: ' <b>Phone</b> ' }, author)
  t.match(created, { name: 'Phone', user, appId: '', secret: /^(\w{4} ){5}\w{4}$/ })
  t.match(await made.send('GET /users/me', basic('author', created.secret)), { status: 200, body: { id: user } })
  const renamed = await applicationPasswords.rename(created.id, 'Tablet', author)
  t.match(renamed, { name: 'Tablet', uuid: created.uuid })
  t.match(await applicationPasswords.list(user, author), [{ name: 'Tablet', hash: created.hash }])
  t.match(await applicationPasswords.revoke(created.id, author), { name: 'Tablet' })
  t.match(await made.send('GET /users/me', basic('author', created.secret)), { status: 401 })
  await applicationPasswords.create({ user, name: 'One' }, author)
  await applicationPasswords.create({ user, name: 'Two' }, author)
  t.equal(await applicationPasswords.revokeAll(user, author), 2)
  t.same(await applicationPasswords.list(user, author), [])
})

const refused: Readonly<
  Record<string, readonly [code: string, run: (made: TestSite, role: string, id: number) => Promise<unknown>]>
> = {
  create: [
    'rest_cannot_create_application_passwords',
    (made, role) => made.site.content.applicationPasswords.create({ user: 1, name: 'x' }, by(made, role)),
  ],
  list: [
    'rest_cannot_list_application_passwords',
    (made, role) => made.site.content.applicationPasswords.list(1, by(made, role)),
  ],
  rename: [
    'rest_cannot_edit_application_password',
    (made, role, id) => made.site.content.applicationPasswords.rename(id, 'x', by(made, role)),
  ],
  revoke: [
    'rest_cannot_delete_application_password',
    (made, role, id) => made.site.content.applicationPasswords.revoke(id, by(made, role)),
  ],
  revokeAll: [
    'rest_cannot_delete_application_passwords',
    (made, role) => made.site.content.applicationPasswords.revokeAll(1, by(made, role)),
  ],
}
for (const [what, [code, run]] of Object.entries(refused)) {
  for (const role of ['editor', 'author', 'contributor', 'subscriber', 'anonymous']) {
    t.test(`${role} may not ${what} passwords of others`, async t => {
      const made = await makeSite()
      const as = made.site.system
      const { id } = await made.site.content.applicationPasswords.create({ user: 1, name: 'One' }, { as })
      const before = (await applicationPasswordsIn(made.store).find({})).records
      await t.rejects(run(made, role, id), { name: 'RestError', code, status: role === 'anonymous' ? 401 : 403 })
      t.same((await applicationPasswordsIn(made.store).find({})).records, before)
    })
  }
}

t.test('what cannot be done', async t => {
  const { site, store } = await makeSite()
  const { applicationPasswords } = site.content
  const as = site.system
  for (const [input, code, status] of [
    [{ user: 1 }, 'application_password_empty_name', 400],
    [{ user: 1, name: ' <b></b> ' }, 'application_password_empty_name', 400],
    [{ user: 1, name: 'x', appId: 'nothing' }, 'rest_invalid_param', 400],
    [{ user: 4711, name: 'x' }, 'rest_user_invalid_id', 404],
  ] as const)
    await t.rejects(applicationPasswords.create(input, { as }), { name: 'RestError', code, status })
  t.equal(await applicationPasswordsIn(store).count(), 0)
  const gone = { code: 'rest_application_password_not_found', status: 404 }
  await t.rejects(applicationPasswords.rename(4711, 'x', { as }), gone)
  await t.rejects(applicationPasswords.revoke(4711, { as }), gone)
  await t.rejects(applicationPasswords.list(4711, { as }), { code: 'rest_user_invalid_id' })
})

t.test('where they are not available none is created', async t => {
  const { site } = await makeSite({ applicationPasswords: { available: false } })
  const { applicationPasswords } = site.content
  const creating = applicationPasswords.create({ user: 1, name: 'x' }, { as: site.system })
  await t.rejects(creating, { code: 'application_passwords_disabled', status: 501 })
})

onEveryStore(t, 'versions and transactions', async (t, make) => {
  const made = await make()
  const { site, store } = made
  const as = site.system
  const created = await site.content.applicationPasswords.create({ user: 1, name: 'One' }, { as })
  const version = created.version + 1
  const conflict = { code: 'rest_precondition_failed', status: 412 }
  await t.rejects(site.content.applicationPasswords.rename(created.id, 'Two', { as, version }), conflict)
  await t.rejects(site.content.applicationPasswords.revoke(created.id, { as, version }), conflict)
  t.match(await applicationPasswordsIn(store).get(created.id), { name: 'One', version: created.version })
  const failing = site.content.transaction(async tx => {
    await revokeApplicationPasswords(tx, as, { user: 1 })
    await createApplicationPassword(tx, as, { user: 1, name: 'Two' })
    throw new Error('no')
  })
  await t.rejects(failing, /no/)
  t.match(await site.content.applicationPasswords.list(1, { as }), [{ name: 'One' }])
})

t.test('fields of users are stored with it', async t => {
  const stored: unknown[] = []
  const made = await makeSite({
    register: site =>
      site.registerField('application-password', 'color', {
        schema: { type: 'string' },
        set: (_password, value) => void stored.push(value),
      }),
  })
  const answer = await made.send('POST /users/me/application-passwords', { body: { name: 'x', color: 'red' } })
  t.equal(answer.status, 201)
  t.same(stored, ['red'])
})

t.test('the list of application passwords has no pages, so that names have a limit', async t => {
  const made = await makeSite()
  const { applicationPasswords } = made.site.content
  const subscriber = by(made, 'subscriber')
  const user = subscriber.as.id
  const longest = 'n'.repeat(500)
  const { id, uuid } = await applicationPasswords.create({ user, name: longest }, subscriber)
  const refusal = { code: 'rest_invalid_param', status: 400 }
  await t.rejects(applicationPasswords.create({ user, name: `${longest}n` }, subscriber), refusal)
  await t.rejects(applicationPasswords.rename(id, `${longest}n`, subscriber), refusal)
  const path = `/users/me/application-passwords/${uuid}`
  t.match(await made.send(`PUT ${path}`, { as: 'subscriber', body: { name: `${longest}n` } }), {
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { name: String } } },
  })
  t.match(await applicationPasswords.list(user, subscriber), [{ name: longest }])
})
