import { cmsDialect, defaultRoles, usersIn, wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const MANAGES = ['create_users', 'edit_users', 'list_users', 'delete_users', 'promote_users']
/** The editor of these sites manages accounts, but holds no other capability of an administrator. */
const roles = {
  ...defaultRoles,
  editor: { label: 'Registrar', capabilities: [...(defaultRoles['author']?.capabilities ?? []), ...MANAGES] },
}
const as = 'editor'
const PERSON = { username: 'ada', email: 'ada@example.com', password: 'secret' }

const idOf = ({ users }: TestSite, role: string) => users.get(role)?.id ?? 0

/** A site whose administrator has an application password, and its UUID. */
async function withPassword(made: TestSite): Promise<string> {
  const { body } = await made.send('POST /users/me/application-passwords', { body: { name: 'theirs' } })
  return (body as { readonly uuid: string }).uuid
}

const attempts = (id: number, uuid: string): readonly (readonly [string, unknown, string])[] => [
  [`POST /users/${id}`, { password: 'mine now' }, 'rest_cannot_edit'],
  [`POST /users/${id}`, { email: 'mine@example.com' }, 'rest_cannot_edit'],
  [`PUT /users/${id}`, { name: 'Mine' }, 'rest_cannot_edit'],
  [`PATCH /users/${id}`, { slug: 'mine' }, 'rest_cannot_edit'],
  [`POST /users/${id}`, { meta: { persisted_preferences: {} } }, 'rest_cannot_edit'],
  [`POST /users/${id}`, { roles: [] }, 'rest_cannot_edit'],
  [`POST /users/${id}`, { roles: ['subscriber'] }, 'rest_cannot_edit_roles'],
  [`DELETE /users/${id}?force=true&reassign=false`, undefined, 'rest_user_cannot_delete'],
  [`GET /users/${id}/application-passwords`, undefined, 'rest_cannot_list_application_passwords'],
  [`POST /users/${id}/application-passwords`, { name: 'x' }, 'rest_cannot_create_application_passwords'],
  [`DELETE /users/${id}/application-passwords`, undefined, 'rest_cannot_delete_application_passwords'],
  [`GET /users/${id}/application-passwords/${uuid}`, undefined, 'rest_cannot_read_application_password'],
  [`PUT /users/${id}/application-passwords/${uuid}`, { name: 'x' }, 'rest_cannot_edit_application_password'],
  [`DELETE /users/${id}/application-passwords/${uuid}`, undefined, 'rest_cannot_delete_application_password'],
]

onEveryStore(t, 'nobody manages an account that can do more than they can', async (t, make) => {
  const made = await make({ roles })
  const { send, store } = made
  const id = idOf(made, 'administrator')
  const uuid = await withPassword(made)
  const before = await usersIn(store).get(id)
  for (const [request, body, code] of attempts(id, uuid)) {
    t.match(await send(request, { as, body }), { status: 403, body: { code } }, request)
    if (body === undefined) continue
    const [method = '', path = ''] = request.split(' ')
    const requests = [{ method, path: `/${made.site.context.namespace}${path}`, body }]
    const batch = await send('POST //batch/v1', { as, body: { requests } })
    if (path.endsWith(`/users/${id}`))
      t.match(batch.body, { responses: [{ status: 403, body: { code } }] }, `batch ${request}`)
  }
  t.same(await usersIn(store).get(id), before)
  t.match((await send(`GET /users/${id}/application-passwords`)).body, [{ uuid }])
})

t.test('the header Allow and the links agree with it', async t => {
  const made = await makeSite({ roles })
  const { send } = made
  for (const [role, allow] of [
    ['administrator', ['GET']],
    ['author', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ['editor', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
  ] as const) {
    const one = await send(`GET /users/${idOf(made, role)}`, { as })
    t.equal(one.headers['Allow'], allow.join(', '), role)
    t.match(one.body, { _links: { self: [{ targetHints: { allow } }] } }, role)
  }
})

t.test('nobody gives more than they can do', async t => {
  const made = await makeSite({ roles })
  const { send, store } = made
  const refused = { status: 403, body: { code: 'rest_cannot_edit_roles' } }
  t.match(await send('POST /users', { as, body: { ...PERSON, roles: ['administrator'] } }), refused)
  for (const role of ['author', 'subscriber', 'editor'])
    t.match(await send(`POST /users/${idOf(made, role)}`, { as, body: { roles: ['administrator'] } }), refused, role)
  t.match(await send('POST /users', { as, body: { ...PERSON, roles: ['author'] } }), { status: 201 })
  t.match(await send(`POST /users/${idOf(made, 'subscriber')}`, { as, body: { roles: ['author'] } }), { status: 200 })
  await store.options.set('default_role', 'administrator')
  t.match(await send('POST /users', { as, body: { ...PERSON, username: 'b', email: 'b@example.com' } }), {
    status: 403,
    body: { code: 'rest_cannot_create_user' },
  })
})

t.test('capabilities of single accounts count', async t => {
  const made = await makeSite({ roles })
  const { send, store } = made
  const edit = (role: string, by: string) =>
    send(`POST /users/${idOf(made, role)}`, { as: by, body: { name: 'New' } }).then(({ status }) => status)
  await usersIn(store).update(idOf(made, 'author'), { capabilities: { fly: true, level_9: true } })
  t.equal(await edit('author', as), 403)
  t.equal(await edit('author', 'administrator'), 403)
  await usersIn(store).update(idOf(made, 'author'), { capabilities: { fly: false, level_9: true } })
  t.equal(await edit('author', as), 200)
  t.equal(await edit('author', 'author'), 200, 'their own account')
})

t.test('an account keeps the roles that it has', async t => {
  const made = await makeSite({ roles })
  const { send, store } = made
  const id = idOf(made, 'contributor')
  const denied = Object.fromEntries((defaultRoles['editor']?.capabilities ?? []).map(name => [name, false]))
  const administers = (defaultRoles['administrator']?.capabilities ?? []).map(name => [name, false] as const)
  await usersIn(store).update(id, {
    roles: ['administrator'],
    capabilities: { ...denied, ...Object.fromEntries(administers) },
  })
  t.match(await send(`POST /users/${id}`, { as, body: { roles: ['administrator', 'author'] } }), { status: 200 })
})

t.test('in process, every function that manages accounts checks it', async t => {
  const { site, users } = await makeSite({ roles })
  const [manager, administrator] = [users.get(as), users.get('administrator')]
  if (manager === undefined || administrator === undefined) throw new Error('The site has no users.')
  const { id } = administrator
  const by = { as: manager }
  const mail = async () => ({ subject: '', text: '' })
  const { users: accounts, passwordResets, emailChanges, applicationPasswords } = site.content
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    update: () => accounts.update(id, { password: 'mine now' }, by),
    delete: () => accounts.delete(id, { ...by, reassignTo: 0 }),
    invite: () => passwordResets.invite(id, mail, by),
    request: () => emailChanges.request({ user: id, email: 'a@example.com', mail }, by),
    pending: () => emailChanges.pending(id, by),
    cancel: () => emailChanges.cancel(id, by),
    create: () => applicationPasswords.create({ user: id, name: 'x' }, by),
    list: () => applicationPasswords.list(id, by),
    revokeAll: () => applicationPasswords.revokeAll(id, by),
  }
  for (const [name, call] of Object.entries(calls))
    t.match(await call().catch((error: unknown) => error), { status: 403 }, name)
  t.match(await accounts.update(id, { name: 'By the system' }, { as: site.system }), { displayName: 'By the system' })
})

t.test('the best-known server leaves this to the roles', async t => {
  const made = await makeSite({ roles, dialect: wpDialect })
  const id = idOf(made, 'administrator')
  t.match(await made.send(`POST /users/${id}`, { as, body: { name: 'Theirs' } }), { status: 200 })
  const dialect = { ...wpDialect, protectsStrongerAccounts: cmsDialect.protectsStrongerAccounts }
  const strict = await makeSite({ roles, dialect })
  t.match(await strict.send(`POST /users/${id}`, { as, body: { name: 'Theirs' } }), { status: 403 })
})
