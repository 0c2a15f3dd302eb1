import { postsIn, type Site, usersIn } from '@platen/site'
import { userDeleted, userSaved } from '@platen/site/extend'
import { createUser, deleteUser, hashPassword, type NewUser, type UserInput } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const by = ({ users, site }: TestSite, role: string) => ({ as: users.get(role) ?? site.principalOf(undefined) })
const ann = { login: 'ann', email: 'ann@example.com', password: 'secret' }

function eventsOf(site: Site): string[] {
  const events: string[] = []
  site.on(
    userSaved,
    ({ user, before }) => void events.push(`${before === undefined ? 'new' : 'changed'} ${user.login}`),
  )
  site.on(userDeleted, ({ user, reassignedTo }) => void events.push(`deleted ${user.login} ${reassignedTo ?? ''}`))
  return events
}

onEveryStore(t, 'a user lives their life in process', async (t, make) => {
  const made = await make()
  const events = eventsOf(made.site)
  const { users, posts } = made.site.content
  const admin = by(made, 'administrator')
  const user = await users.create(
    { ...ann, name: ' <b>Ann</b> ', description: '<script>x</script>y', roles: ['author', 'author'] },
    admin,
  )
  t.match(user, { login: 'ann', slug: 'ann', displayName: 'Ann', passwordHash: 'plain:secret' })
  t.same(user.roles, ['author'])
  t.notMatch(user.description, /script/)
  const changed = await users.update(
    user.id,
    { password: 'other', firstName: '0' },
    { as: user, version: user.version },
  )
  t.match(changed, { passwordHash: 'plain:other', firstName: '', displayName: 'Ann' })
  const post = await posts.create({ title: 'x', status: 'publish' }, { as: user })
  t.match(await users.delete(user.id, { ...admin, reassignTo: admin.as.id }), { login: 'ann' })
  t.match(await posts.get(post.id, admin), { author: admin.as.id })
  t.same(events, ['new ann', 'changed ann', `deleted ann ${admin.as.id}`])
  t.match(await made.send(`GET /users/${user.id}`), { status: 404 })
})

t.test('without a reassignee the posts leave the site', async t => {
  const made = await makeSite()
  const { users, posts } = made.site.content
  const as = made.site.system
  const user = await users.create({ ...ann, roles: ['editor'] }, { as })
  const post = await posts.create({ title: 'x', status: 'publish' }, { as: user })
  await users.delete(user.id, { as })
  t.match(await posts.get(post.id, { as }), { status: 'trash' })
})

t.test('a user without roles has the default one, and one without a password cannot sign in', async t => {
  const { site } = await makeSite()
  const user = await site.content.users.create({ login: 'ann', email: 'ann@example.com' }, { as: site.system })
  t.match(user, { roles: ['subscriber'], passwordHash: '' })
})

const NOT_ADMINISTRATORS = ['editor', 'author', 'contributor', 'subscriber', 'anonymous']
const refused: Readonly<
  Record<string, readonly [code: string, run: (made: TestSite, role: string) => Promise<unknown>]>
> = {
  'create users': ['rest_cannot_create_user', (made, role) => made.site.content.users.create(ann, by(made, role))],
  'edit others': ['rest_cannot_edit', (made, role) => made.site.content.users.update(1, { name: 'x' }, by(made, role))],
  'delete others': ['rest_user_cannot_delete', (made, role) => made.site.content.users.delete(1, by(made, role))],
  'give themselves roles': [
    'rest_cannot_edit_roles',
    (made, role) =>
      made.site.content.users.update(made.users.get(role)?.id ?? 1, { roles: ['administrator'] }, by(made, role)),
  ],
}
for (const [what, [code, run]] of Object.entries(refused)) {
  for (const role of NOT_ADMINISTRATORS) {
    t.test(`${role} may not ${what}`, async t => {
      const made = await makeSite()
      const before = (await usersIn(made.store).find({})).records
      await t.rejects(run(made, role), { name: 'RestError', code, status: role === 'anonymous' ? 401 : 403 })
      t.same((await usersIn(made.store).find({})).records, before)
    })
  }
}

const invalid: readonly [input: Partial<NewUser>, code: string, status?: number][] = [
  [{ login: 'a/b' }, 'invalid_username'],
  [{ login: 'ADMIN' }, 'existing_user_login', 409],
  [{ email: 'Admin@example.com' }, 'existing_user_email', 409],
  [{ email: 'nothing' }, 'rest_invalid_param'],
  [{ url: 'nothing' }, 'rest_invalid_param'],
  [{ locale: 'xx_YY' }, 'rest_invalid_param'],
  [{ password: '' }, 'rest_user_invalid_password'],
  [{ password: 'a\\b' }, 'rest_user_invalid_password'],
  [{ roles: ['nothing'] }, 'rest_user_invalid_role'],
  [{ login: 'a'.repeat(61) }, 'user_login_too_long'],
]
for (const [input, code, status = 400] of invalid) {
  t.test(`refuses ${JSON.stringify(input)}`, async t => {
    const { site, store } = await makeSite()
    const count = await usersIn(store).count()
    await t.rejects(site.content.users.create({ ...ann, ...input }, { as: site.system }), {
      name: 'RestError',
      code,
      status,
    })
    t.equal(await usersIn(store).count(), count)
  })
}

t.test('what cannot be changed of a user', async t => {
  const made = await makeSite()
  const { users } = made.site.content
  const as = made.site.system
  await t.rejects(users.update(1, { login: 'other' }, { as }), { code: 'rest_user_invalid_argument', status: 400 })
  await t.rejects(users.update(1, { email: 'editor@example.com' }, { as }), { code: 'rest_user_invalid_email' })
  await t.rejects(users.update(1, { slug: 'editor' }, { as }), { code: 'rest_user_invalid_slug' })
  await t.rejects(users.update(4711, {}, { as }), { code: 'rest_user_invalid_id', status: 404 })
  await t.rejects(users.delete(4711, { as }), { code: 'rest_user_invalid_id', status: 404 })
  await t.rejects(users.delete(1, { as, reassignTo: 1 }), { code: 'rest_user_invalid_reassign', status: 400 })
  const admin = by(made, 'administrator')
  await t.rejects(users.update(1, { roles: ['editor'] }, admin), { code: 'rest_user_invalid_role', status: 403 })
})

onEveryStore(t, 'a version that is not the stored one is refused, and nothing changes', async (t, make) => {
  const made = await make()
  const { users } = made.site.content
  const as = made.site.system
  const user = await users.create(ann, { as })
  const version = user.version + 1
  const conflict = { code: 'rest_precondition_failed', status: 412 }
  await t.rejects(users.update(user.id, { name: 'Two' }, { as, version }), conflict)
  await t.rejects(users.delete(user.id, { as, version }), conflict)
  t.same(await usersIn(made.store).get(user.id), user)
})

onEveryStore(t, 'operations on users are stored together or not at all', async (t, make) => {
  const { site, store } = await make()
  const events = eventsOf(site)
  const count = await usersIn(store).count()
  const input = await hashPassword(site.context, ann)
  const write = (fails: boolean) =>
    site.content.transaction(async tx => {
      const { id } = await createUser(tx, site.system, input)
      await deleteUser(tx, site.system, { id })
      await createUser(tx, site.system, { ...input, login: 'bob' })
      t.same(events, [], 'nothing is emitted before the commit')
      if (fails) throw new Error('no')
    })
  await t.rejects(write(true), /no/)
  t.equal(await usersIn(store).count(), count)
  t.same(events, [])
  await write(false)
  t.same(events, ['new ann', 'deleted ann ', 'new bob'])
})

t.test('nobody waits for the hashing of a password', async t => {
  let finish = (): void => {}
  const hashing = new Promise<void>(resolve => {
    finish = resolve
  })
  const hash = async (password: string) => {
    await hashing
    return `plain:${password}`
  }
  const { site, store } = await makeSite({ services: { passwords: { hash, verify: async () => false } } })
  const creating = site.content.users.create(ann, { as: site.system })
  await site.content.posts.create({ title: 'x' }, { as: site.system })
  t.equal(await postsIn(store).count(), 1)
  finish()
  await creating
})

t.test('users are read by themselves, and by users who may list users', async t => {
  const made = await makeSite()
  const { users } = made.site.content
  for (const [role, count] of [
    ['anonymous', 0],
    ['author', 1],
    ['editor', 1],
    ['administrator', 5],
  ] as const) {
    t.equal((await users.find({ total: true }, by(made, role))).total, count, role)
    const own = made.users.get(role)?.id ?? 0
    t.equal((await users.get(own, by(made, role)))?.login, own === 0 ? undefined : made.users.get(role)?.login)
    t.equal((await users.get(own === 1 ? 2 : 1, by(made, role))) !== undefined, count === 5, role)
  }
})

t.test('values that are undefined are as if they were absent', async t => {
  const made = await makeSite()
  const { users } = made.site.content
  const user = await users.create({ ...ann, name: undefined, roles: undefined }, by(made, 'administrator'))
  const absent: UserInput = {
    ...{ login: undefined, email: undefined, password: undefined, name: undefined, firstName: undefined },
    ...{ lastName: undefined, nickname: undefined, url: undefined, description: undefined, locale: undefined },
    ...{ slug: undefined, roles: undefined, meta: undefined, fields: undefined },
  }
  const { version, ...rest } = await users.update(user.id, absent, by(made, 'administrator'))
  t.match(user, rest)
})
