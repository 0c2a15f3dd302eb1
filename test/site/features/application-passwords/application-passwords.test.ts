import { createHash } from 'node:crypto'
import { applicationPasswordsIn, type Mailer, wpDialect } from '@platen/site'
import { applicationPasswordRevoked, applicationPasswordSaved } from '@platen/site/extend'
import { createApplicationPassword, revokeApplicationPasswords } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const LIST = '/users/me/application-passwords'

const ROUTES: readonly (readonly [string, string])[] = [
  ['GET', ''],
  ['POST', '?name=x'],
  ['DELETE', ''],
  ['GET', '/introspect'],
  ['GET', '/some-uuid'],
  ['PUT', '/some-uuid?name=x'],
  ['DELETE', '/some-uuid'],
]

t.test('every endpoint requires a signed-in user', async t => {
  const cms = await makeSite()
  const wp = await makeSite({ dialect: wpDialect })
  for (const [method, rest] of ROUTES) {
    for (const owner of ['me', '1']) {
      const address = `${method} /users/${owner}/application-passwords${rest}`
      t.match(
        await cms.send(address, { as: 'anonymous' }),
        { status: 401, body: { code: 'empty_username', data: null } },
        address,
      )
      t.match(
        await wp.send(address, { as: 'anonymous' }),
        { status: 401, body: { code: /^rest_(not_logged_in|cannot_\w+)$/, data: { status: 401 } } },
        address,
      )
    }
  }
})

t.test('where they are not available there is nothing to manage', async t => {
  const off = await makeSite({ applicationPasswords: { available: false } })
  t.match(await off.send(`GET ${LIST}`), { status: 501, body: { code: 'application_passwords_disabled' } })
  const some = await makeSite({ applicationPasswords: { availableTo: user => user.login === 'editor' } })
  t.match(await some.send(`POST ${LIST}`, { body: { name: 'x' } }), {
    status: 501,
    body: { code: 'application_passwords_disabled_for_user' },
  })
  t.equal((await some.send(`POST ${LIST}`, { as: 'editor', body: { name: 'x' } })).status, 201)
  t.equal((await some.send(`GET /users/${some.users.get('editor')?.id}/application-passwords`)).status, 200)
})

t.test('the secret is shown once', async t => {
  const { send } = await makeSite()
  const made = await send(`POST ${LIST}`, { body: { name: ' <b>My</b> phone ' } })
  t.match(made, {
    status: 201,
    body: { name: 'My phone', app_id: '', last_used: null, last_ip: null, password: /^(\w{4} ){5}\w{4}$/ },
  })
  const { uuid, password } = made.body as { uuid: string; password: string }
  t.equal(made.headers['Location'], `https://site.example/cms-json/cms/v2/users/1/application-passwords/${uuid}`)
  for (const address of [LIST, `${LIST}?context=edit`, `${LIST}/${uuid}?context=edit`]) {
    const { body } = await send(`GET ${address}`)
    t.notOk(JSON.stringify(body).includes(password), address)
    t.notOk(JSON.stringify(body).includes('"password"'), address)
  }
})

t.test('a name must say something', async t => {
  const { send, store } = await makeSite()
  for (const name of ['', '  ', 7, ['a']])
    t.match(
      await send(`POST ${LIST}`, { body: { name } }),
      { status: 400, body: { code: 'rest_invalid_param' } },
      String(name),
    )
  t.match(await send(`POST ${LIST}`, { body: { name: '<b></b>' } }), {
    status: 400,
    body: { code: 'application_password_empty_name' },
  })
  t.equal(await applicationPasswordsIn(store).count(), 0)
  const { uuid } = (await send(`POST ${LIST}`, { body: { name: 'A & <i>B</i> < c' } })).body as { uuid: string }
  t.match(
    await send(`PUT ${LIST}/${uuid}`, { body: { name: '<b></b>' } }),
    { status: 200, body: { name: 'A & B &lt; c' } },
    'one that says nothing changes nothing',
  )
})

t.test('introspection needs an application password to look at', async t => {
  const { send } = await makeSite()
  t.match(await send(`GET ${LIST}/introspect`), { status: 404, body: { code: 'rest_no_authenticated_app_password' } })
})

t.test('passwords of others cannot be reached through one’s own address', async t => {
  const { send } = await makeSite()
  const { uuid } = (await send(`POST ${LIST}`, { as: 'editor', body: { name: 'x' } })).body as { uuid: string }
  for (const method of ['GET', 'PUT', 'DELETE']) {
    t.match(
      await send(`${method} ${LIST}/${uuid}?name=y`, { as: 'author' }),
      { status: 404, body: { code: 'rest_application_password_not_found' } },
      method,
    )
  }
  t.match(await send(`GET ${LIST}/${uuid}`, { as: 'editor' }), { status: 200, body: { name: 'x' } })
})

t.test('a change contains the version it is based on', async t => {
  const { send } = await makeSite()
  const { uuid } = (await send(`POST ${LIST}`, { body: { name: 'First' } })).body as { uuid: string }
  const tag = (await send(`GET ${LIST}/${uuid}`)).headers['ETag'] ?? ''
  const based = { headers: { 'if-match': tag } }
  t.match(await send(`PUT ${LIST}/${uuid}`, { body: { name: 'Second' }, ...based }), {
    status: 200,
    body: { name: 'Second' },
  })
  t.match(await send(`PUT ${LIST}/${uuid}`, { body: { name: 'Third' }, ...based }), { status: 412 })
  t.match(await send(`DELETE ${LIST}/${uuid}`, based), { status: 412 })
  t.match(await send(`DELETE ${LIST}/${uuid}?_fields=deleted,previous.name`), {
    status: 200,
    body: { deleted: true, previous: { name: 'Second' } },
  })
})

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

t.test('events say what becomes of application passwords', async t => {
  const events: string[] = []
  const { send } = await makeSite({
    register(site) {
      site.on(applicationPasswordSaved, async ({ password, before }) => {
        events.push(`${before === undefined ? 'created' : `${before.name} is now`} ${password.name}`)
      })
      site.on(applicationPasswordRevoked, async ({ password }) => void events.push(`revoked ${password.name}`))
    },
  })
  const list = '/users/me/application-passwords'
  const { body } = await send(`POST ${list}`, { body: { name: 'One' } })
  const { uuid } = body as { uuid: string }
  await send(`PUT ${list}/${uuid}`, { body: { name: 'Two' } })
  await send(`DELETE ${list}/${uuid}`)
  for (const name of ['Three', 'Four']) await send(`POST ${list}`, { body: { name } })
  await send(`DELETE ${list}`)
  t.same(events, [
    'created One',
    'One is now Two',
    'revoked Two',
    'created Three',
    'created Four',
    'revoked Three',
    'revoked Four',
  ])
})

type Mail = Parameters<Mailer['send']>[0]

function mailbox() {
  const sent: Mail[] = []
  return { sent, mailer: { send: async (mail: Mail) => void sent.push(mail) } }
}

t.test('the user gets mail about a new password, without the password', async t => {
  const { sent, mailer } = mailbox()
  const { send, users } = await makeSite({ title: 'Salt & pepper', services: { mailer } })
  const { body } = await send(`POST ${LIST}`, { as: 'editor', body: { name: 'Phone & <b>co</b>' } })
  const { password } = body as { password: string }
  t.match(sent, [{ to: 'editor@example.com', subject: '[Salt & pepper] New application password: Phone & co' }])
  t.match(sent[0]?.text, /"Phone & co".*account editor at https:\/\/site\.example/)
  t.notMatch(sent[0]?.text, 'Somebody who manages')
  for (const secret of [password, password.replaceAll(' ', '')]) t.notOk(JSON.stringify(sent).includes(secret))
  await send(`POST /users/${users.get('editor')?.id}/application-passwords`, { body: { name: 'By another' } })
  t.match(sent[1], { to: 'editor@example.com', text: /Somebody who manages/ })
})

t.test('names cannot add lines to the header', async t => {
  const { sent, mailer } = mailbox()
  const { site } = await makeSite({ title: 'A\r\nBcc: all@example.com', services: { mailer } })
  await site.content.applicationPasswords.create(
    { user: 1, name: 'B\r\nBcc: x@example.com&#10;Bcc: y' },
    { as: site.system },
  )
  t.equal(sent.length, 1)
  t.notMatch(sent[0]?.subject, /[\r\n]/)
})

t.test('a refused or failed creation sends none', async t => {
  const { sent, mailer } = mailbox()
  const { send, site } = await makeSite({ services: { mailer } })
  await send(`POST ${LIST}`, { body: { name: ' ' } })
  await send('POST /users/1/application-passwords', { as: 'author', body: { name: 'x' } })
  await t.rejects(
    site.content.transaction(async tx => {
      await createApplicationPassword(tx, site.system, { user: 1, name: 'x' })
      throw new Error('rolled back')
    }),
  )
  t.same(sent, [])
})

t.test('mail can be turned off, and its failure fails nothing', async t => {
  const { sent, mailer } = mailbox()
  const off = await makeSite({ services: { mailer }, applicationPasswords: { notices: false } })
  t.equal((await off.send(`POST ${LIST}`, { body: { name: 'x' } })).status, 201)
  t.same(sent, [])
  const logged: object[] = []
  const logger = { info() {}, warn() {}, error: (data: object) => logged.push(data) }
  const cause = new Error('no route')
  const broken = await makeSite({ services: { logger, mailer: { send: () => Promise.reject(cause) } } })
  t.equal((await broken.send(`POST ${LIST}`, { body: { name: 'x' } })).status, 201)
  t.same(logged, [{ err: cause, user: 1 }])
})

t.test('a new password has 24 letters and digits in groups of four, all of them as likely', async t => {
  let at = 0
  const random = (bytes: number) => Uint8Array.from({ length: bytes }, () => at++ % 256)
  const { send } = await makeSite({ services: { random } })
  const seen = new Map<string, number>()
  for (let i = 0; i < 124; i++) {
    const { body } = await send('POST /users/me/application-passwords?_fields=password', { body: { name: 'x' } })
    const { password } = body as { password: string }
    t.match(password, /^([a-zA-Z0-9]{4} ){5}[a-zA-Z0-9]{4}$/)
    for (const letter of password.replaceAll(' ', '')) seen.set(letter, (seen.get(letter) ?? 0) + 1)
  }
  t.equal(seen.size, 62)
  t.ok(
    Math.max(...seen.values()) - Math.min(...seen.values()) <= 10,
    'bytes that would favour some letters are left out',
  )
})

t.test('only a hash is stored', async t => {
  const { send, store } = await makeSite()
  const { body } = await send('POST /users/me/application-passwords', { body: { name: 'Phone' } })
  const { password } = body as { password: string }
  const [stored] = (await applicationPasswordsIn(store).find({})).records
  const plain = password.replaceAll(' ', '')
  t.equal(stored?.hash, createHash('sha256').update(plain).digest('hex'))
  t.notOk(JSON.stringify(stored).includes(plain))
})
