import { defaultRoles, usersIn } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const PERSON = { username: 'ada', email: 'ada@example.com', password: 'secret' }
const roles = {
  ...defaultRoles,
  editor: { label: 'Registrar', capabilities: ['read', 'create_users', 'edit_users', 'list_users'] },
}

t.test('administrators cannot take away their own right to give roles', async t => {
  const { send, store, users } = await makeSite()
  for (const given of [[], ['editor'], ['subscriber', 'author']]) {
    t.match(
      await send('POST /users/me', { body: { roles: given } }),
      { status: 403, body: { code: 'rest_user_invalid_role' } },
      given.join(),
    )
  }
  t.same((await usersIn(store).get(users.get('administrator')?.id ?? 0))?.roles, ['administrator'])
  t.match(await send('POST /users/me', { body: { roles: ['administrator', 'editor'] } }), {
    status: 200,
    body: { roles: ['administrator', 'editor'] },
  })
})

t.test('who may create and edit users cannot give roles by it', async t => {
  const { send, users } = await makeSite({ roles })
  const as = 'editor'
  t.match(await send('POST /users', { as, body: { ...PERSON, roles: ['administrator'] } }), {
    status: 403,
    body: { code: 'rest_cannot_edit_roles' },
  })
  t.match(await send('POST /users', { as, body: PERSON }), { status: 201, body: { roles: ['subscriber'] } })
  const subscriber = users.get('subscriber')?.id
  t.match(await send(`POST /users/${subscriber}`, { as, body: { roles: ['administrator'] } }), {
    status: 403,
    body: { code: 'rest_cannot_edit_roles' },
  })
  t.match(await send(`POST /users/${subscriber}`, { as, body: { name: 'New' } }), {
    status: 200,
    body: { name: 'New' },
  })
})

t.test('new users get the role that the site says', async t => {
  const { send, store } = await makeSite()
  await store.options.set('default_role', 'author')
  t.match(await send('POST /users', { body: PERSON }), { status: 201, body: { roles: ['author'] } })
  await store.options.set('default_role', 'no such role')
  t.match(await send('POST /users', { body: { ...PERSON, username: 'b', email: 'b@example.com' } }), {
    status: 201,
    body: { roles: [] },
  })
})

t.test('capabilities are those of all roles, and granted or denied ones', async t => {
  const { send, store, users } = await makeSite()
  const id = users.get('subscriber')?.id ?? 0
  await usersIn(store).update(id, { capabilities: { fly: true, read: false } })
  t.same((await send(`GET /users/${id}?context=edit&_fields=capabilities,extra_capabilities`)).body, {
    capabilities: { read: false, level_0: true, fly: true, subscriber: true },
    extra_capabilities: { subscriber: true, fly: true, read: false },
  })
})

t.test('everybody may take all roles from themselves, and none may give themselves any', async t => {
  for (const as of ['editor', 'author', 'subscriber'])
    for (const [roles, status] of [
      [[as], 403],
      [['author'], 403],
      [['administrator'], 403],
      [[], 200],
    ] as const) {
      const { send } = await makeSite()
      const answer = await send('POST /users/me', { as, body: { roles } })
      t.equal(answer.status, status, `${as} ${JSON.stringify(roles)}`)
      if (status === 200) t.match(answer.body, { roles: [] })
    }
})
