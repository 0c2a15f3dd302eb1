import { cmsDialect, type Dialect, type Site, type UserRecord, usersIn, wpDialect } from '@platen/site'
import { userDeleted, userSaved } from '@platen/site/extend'
import t from 'tap'
import { countingReads } from '../../access/counting-reads.js'
import { makeSite } from '../../make-site.js'

const PERSON = { username: 'ada', email: 'ada@example.com', password: 'secret' }
const LOGIN_REQUIRED = {
  status: 401,
  body: { code: 'empty_username', data: null, additional_errors: [{ code: 'empty_password', data: null }] },
}
const idOf = (user: UserRecord | undefined) => user?.id ?? 0

t.test('users/me is for signed-in users', async t => {
  for (const [method, wpStatus, wpCode] of [
    ['GET', 401, 'rest_not_logged_in'],
    ['POST', 404, 'rest_user_invalid_id'],
    ['DELETE', 404, 'rest_user_invalid_id'],
  ] as const) {
    const asking = { as: 'anonymous', body: { name: 'x' } }
    const address = `${method} /users/me?force=true&reassign=false`
    t.match(await (await makeSite()).send(address, asking), LOGIN_REQUIRED, `cms ${method}`)
    t.match(
      await (await makeSite({ dialect: wpDialect })).send(address, asking),
      { status: wpStatus, body: { code: wpCode } },
      `wp ${method}`,
    )
  }
})

const MISTAKES: readonly (readonly [string, object, number])[] = [
  ['existing_user_login', { username: 'EDITOR' }, 409],
  ['existing_user_email', { email: 'Editor@Example.com' }, 409],
  ['user_login_too_long', { username: 'x'.repeat(61) }, 400],
  ['user_nicename_too_long', { slug: 'x'.repeat(51) }, 400],
]

t.test('mistakes are the client’s own in one dialect', async t => {
  for (const dialect of [cmsDialect, wpDialect] as readonly Dialect[]) {
    const { send, store } = await makeSite({ dialect })
    const before = await usersIn(store).count()
    for (const [code, changed, status] of MISTAKES) {
      const answer = await send('POST /users', { body: { ...PERSON, ...changed } })
      t.match(
        answer,
        { status: dialect === wpDialect ? 500 : status, body: { code, data: null } },
        `${dialect.name} ${code}`,
      )
    }
    t.equal(await usersIn(store).count(), before)
  }
})

const TOO_LONG = {
  email: `${'x'.repeat(95)}@example.com`,
  url: `https://example.com/${'x'.repeat(90)}`,
  name: 'x'.repeat(251),
}

t.test('texts that are too long are refused, never cut or stored', async t => {
  const { send, users, store } = await makeSite()
  for (const [field, text] of Object.entries(TOO_LONG)) {
    t.match(
      await send('POST /users', { body: { ...PERSON, [field]: text } }),
      { status: 400, body: { data: null } },
      `create ${field}`,
    )
    t.match(
      await send('POST /users/me', { as: 'author', body: { [field]: text } }),
      { status: 400, body: { data: null } },
      `update ${field}`,
    )
  }
  t.match(await usersIn(store).get(idOf(users.get('author'))), { displayName: 'author', url: '' })
  t.match(await send('POST /users', { body: { ...PERSON, first_name: 'y'.repeat(300) } }), {
    status: 201,
    body: { name: 'y'.repeat(250) },
  })
})

t.test('a refused meta value leaves nothing behind', async t => {
  const register = (site: Site) => site.registerMeta({ object: 'user', key: 'age', type: 'integer', single: true })
  const { send, store, users } = await makeSite({ register })
  t.match(await send('POST /users', { body: { ...PERSON, meta: { age: 'old' } } }), {
    status: 400,
    body: { code: 'rest_invalid_param' },
  })
  t.equal(await usersIn(store).count(), users.size)
  t.equal((await send('POST /users/me', { as: 'author', body: { name: 'New', meta: { age: 'old' } } })).status, 400)
  t.match(await usersIn(store).get(idOf(users.get('author'))), { displayName: 'author', version: 1 })
  t.match(await send('POST /users/me', { as: 'author', body: { name: 'New', meta: { age: 7 } } }), {
    status: 200,
    body: { name: 'New', meta: { age: 7 } },
  })
})

t.test('fields that a site adds are stored in the same transaction', async t => {
  const register = (site: Site) =>
    site.registerField('user', 'mood', {
      schema: { type: 'string' },
      get: () => 'fine',
      async set(user: UserRecord, value, { store: contents }) {
        await contents.options.set(`mood_${user.login}`, value)
        if (value === 'bad') throw new Error('a bad mood')
      },
    })
  const { send, store, users } = await makeSite({ register, onError() {} })
  t.equal((await send('POST /users', { body: { ...PERSON, mood: 'bad' } })).status, 500)
  t.equal(await usersIn(store).count(), users.size)
  t.equal(await store.options.get('mood_ada'), undefined)
  t.match(await send('POST /users', { body: { ...PERSON, mood: 'fair' } }), { status: 201, body: { mood: 'fine' } })
  t.equal(await store.options.get('mood_ada'), 'fair')
})

t.test('passwords are hashed by the site and never shown', async t => {
  const { send, store } = await makeSite()
  const answer = await send('POST /users', { body: PERSON })
  t.notOk(answer.text().includes('secret'))
  const { id } = answer.body as { id: number }
  t.equal((await usersIn(store).get(id))?.passwordHash, 'plain:secret')
  t.notOk((await send(`PUT /users/${id}`, { body: { password: 'other' } })).text().includes('other'))
  t.equal((await usersIn(store).get(id))?.passwordHash, 'plain:other')
  await send(`PUT /users/${id}`, { body: { name: 'Ada' } })
  t.equal((await usersIn(store).get(id))?.passwordHash, 'plain:other', 'what is not sent stays')
})

t.test('a change contains the version it is based on', async t => {
  const { send, users } = await makeSite()
  const address = `/users/${idOf(users.get('author'))}`
  const tag = (await send(`GET ${address}`)).headers['ETag'] ?? ''
  t.equal((await send(`GET ${address}`, { headers: { 'if-none-match': tag } })).status, 304)
  const based = { headers: { 'if-match': tag } }
  t.match(await send(`PATCH ${address}`, { body: { name: 'First' }, ...based }), {
    status: 200,
    body: { name: 'First' },
  })
  t.match(await send(`PATCH ${address}`, { body: { name: 'Second' }, ...based }), {
    status: 412,
    body: { code: 'rest_precondition_failed' },
  })
  t.match(await send(`DELETE ${address}?force=true&reassign=false`, based), { status: 412 })
  t.match(await send(`GET ${address}`), { status: 200, body: { name: 'First' } })
})

t.test('a list costs the same whatever its length', async t => {
  const counting = countingReads()
  const { send, site } = await makeSite({ wrapStore: counting.wrap })
  await send('GET /users')
  const cost = async (address: string, as?: string) => {
    await site.context.options()
    counting.taken()
    t.equal((await send(`GET ${address}`, as === undefined ? {} : { as })).status, 200)
    return counting.taken().filter(read => read !== 'options.all')
  }
  t.same(await cost('/users?per_page=1&context=edit'), ['users.find', 'users.related'])
  t.same(await cost('/users?per_page=100&context=edit'), ['users.find', 'users.related'])
  t.same(await cost('/users?per_page=100&_fields=name,capabilities,_links'), ['users.find'], 'meta is not wanted')
  t.same(await cost('/users?per_page=100', 'anonymous'), ['users.find'])
})

t.test('the language is the user’s own, or the site’s', async t => {
  const { send, store } = await makeSite({ locales: ['de_DE'] })
  const locale = async () =>
    ((await send('GET /users/me?context=edit&_fields=locale', { as: 'author' })).body as { locale: string }).locale
  t.equal(await locale(), 'en_US')
  await store.options.set('locale', 'fr_FR')
  t.equal(await locale(), 'fr_FR')
  t.equal((await send('POST /users/me', { as: 'author', body: { locale: 'de_DE' } })).status, 200)
  t.equal(await locale(), 'de_DE')
  t.match(await send('POST /users/me', { as: 'author', body: { locale: 'it_IT' } }), {
    status: 400,
    body: { data: { details: { locale: { code: 'rest_not_in_enum' } } } },
  })
  t.equal((await send('POST /users/me', { as: 'author', body: { locale: '' } })).status, 200)
  t.equal(await locale(), 'fr_FR')
})

t.test('listeners receive changes', async t => {
  const told: string[] = []
  const { send, site } = await makeSite()
  site.on(userSaved, ({ user, before }) => void told.push(`${before?.displayName} -> ${user.displayName}`))
  site.on(userDeleted, ({ user, reassignedTo }) => void told.push(`${user.displayName} to ${reassignedTo}`))
  const { id } = (await send('POST /users', { body: PERSON })).body as { id: number }
  await send(`PUT /users/${id}`, { body: { name: 'Ada' } })
  await send(`DELETE /users/${id}?force=true&reassign=1`)
  t.same(told, ['undefined -> ada', 'ada -> Ada', 'Ada to 1'])
})

t.test('nothing that is sent is more than an error', async t => {
  const { send, users } = await makeSite()
  const author = idOf(users.get('author'))
  const odd = [null, 7, true, [], {}, ['a'], { a: 1 }, '\u0000', '%', '../', '\ud800', '1e309', '99999999999999999999']
  for (const value of odd) {
    for (const field of ['username', 'email', 'password', 'name', 'slug', 'roles', 'meta', 'url', 'locale', 'id']) {
      t.ok(
        (await send(`PUT /users/${author}`, { body: { [field]: value } })).status < 500,
        `${field} ${JSON.stringify(value)}`,
      )
    }
    for (const name of [
      'include',
      'slug',
      'roles',
      'capabilities',
      'search',
      'offset',
      'page',
      'has_published_posts',
      'reassign',
    ]) {
      const query = encodeURIComponent(typeof value === 'string' ? value.replace('\ud800', '') : JSON.stringify(value))
      t.ok((await send(`GET /users?${name}=${query}`)).status < 500, `${name}=${query}`)
      t.ok((await send(`DELETE /users/${author}?${name}=${query}`)).status !== 500, `DELETE ${name}=${query}`)
    }
  }
  for (const name of ['constructor', '__proto__', 'toString']) {
    t.match(await send(`GET /users?capabilities=${name}`), { status: 200, body: [] }, name)
    t.match(await send(`GET /users?roles=${name}`), { status: 200, body: [] }, name)
    t.match(
      await send(`PUT /users/${author}`, { body: { roles: [name] } }),
      { status: 400, body: { code: 'rest_user_invalid_role' } },
      name,
    )
  }
})
