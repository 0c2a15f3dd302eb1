import type { CreateArgs, ParamsOf, UpdateArgs } from '@platen/core'
import { cmsDialect, type Dialect, type Site, type UserRecord, usersIn, wpDialect } from '@platen/site'
import { userDeleted, userSaved } from '@platen/site/extend'
import t from 'tap'
import type { passwordFields } from '../../../../packages/site/dist/people/application-passwords/application-password-resource.js'
import type { userFields } from '../../../../packages/site/dist/people/users/rest/user-fields.js'
import { countingReads } from '../../access/counting-reads.js'
import { makeSite } from '../../make-site.js'
import { mailServices, tokenMail } from '../account-links/sent-mail.js'

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

/** Compiles only when both types are the same. */
const same = <A, B>(..._proof: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]) => {}

t.test('the fields of users and application passwords type the parameters of their routes', async t => {
  type UserParams = ParamsOf<CreateArgs<ReturnType<typeof userFields>>>
  same<Pick<UserParams, 'username' | 'email' | 'password'>, { username: string; email: string; password: string }>()
  same<UserParams['roles'], string[] | undefined>()
  same<UserParams['nickname'], string | undefined>()
  same<'id' extends keyof UserParams ? true : false, false>()
  same<ParamsOf<UpdateArgs<ReturnType<typeof userFields>>>['email'], string | undefined>()
  type PasswordParams = ParamsOf<CreateArgs<ReturnType<typeof passwordFields>>>
  same<Pick<PasswordParams, 'name' | 'app_id'>, { name: string; app_id?: string | undefined }>()
  same<PasswordParams['scopes'], string[] | null | undefined>()
  t.pass()
})

t.test('the previous address gets a notice when the address changes', async t => {
  const { mail, services } = mailServices()
  const { send, site, users } = await makeSite({ title: 'Salt &amp; pepper', services })
  const author = users.get('author')
  const changed = await send('POST /users/me', { as: 'author', body: { email: 'one@example.com' } })
  t.equal(changed.status, 200)
  t.match(mail, [{ to: 'author@example.com', subject: '[Salt & pepper] Email address changed' }])
  t.match(mail[0]?.text, /your account author at https:\/\/site\.example was changed/)
  t.notMatch(mail[0]?.text, /one@example|Somebody who manages/)

  await send(`POST /users/${author?.id}`, { body: { email: 'two@example.com' } })
  t.match(mail[1], { to: 'one@example.com', text: /Somebody who manages/ })

  const by = { as: (await usersIn(site.context.store).get(author?.id ?? 0)) ?? site.system }
  await site.content.emailChanges.request({ user: author?.id ?? 0, email: 'three@example.com', mail: tokenMail }, by)
  t.match(mail[2], { to: 'three@example.com' })
  await site.content.emailChanges.confirm(mail[2]?.text ?? '', by)
  t.match(mail.slice(3), [{ to: 'two@example.com', subject: /Email address changed/ }])
})

t.test('the user gets a notice about a new password', async t => {
  const { mail, services } = mailServices()
  const { send, site, users } = await makeSite({ services })
  const id = users.get('author')?.id ?? 0
  await send('POST /users/me', { as: 'author', body: { password: 'one secret' } })
  t.match(mail, [{ to: 'author@example.com', subject: '[A site] Password changed' }])
  t.match(mail[0]?.text, /your account author at https:\/\/site\.example was changed/)
  t.notMatch(mail[0]?.text, /one secret|Somebody who manages/)
  await send(`POST /users/${id}`, { body: { password: 'two secret', email: 'new@example.com' } })
  t.same(
    mail.slice(1).map(({ to, subject }) => `${to} ${subject}`),
    ['author@example.com [A site] Email address changed', 'author@example.com [A site] Password changed'],
    'at the address that whoever changed both does not have',
  )
  t.match(mail[2]?.text, /Somebody who manages/)
  await site.content.passwordResets.invite(id, tokenMail, { as: site.system })
  await site.content.passwordResets.complete({ token: mail[3]?.text ?? '', password: 'three secret' })
  t.match(mail.slice(4), [{ to: 'new@example.com', subject: '[A site] Password changed' }])
})

t.test('other changes, refused changes and changes by the system send none', async t => {
  const { mail, services } = mailServices()
  const { send, site, users } = await makeSite({ services })
  const id = users.get('author')?.id ?? 0
  await send('POST /users/me', { as: 'author', body: { name: 'A', email: 'author@example.com' } })
  t.equal((await send('POST /users/me', { as: 'author', body: { email: 'editor@example.com' } })).status, 400)
  t.equal((await send(`POST /users/${id}`, { as: 'editor', body: { email: 'x@example.com' } })).status, 403)
  await site.content.users.update(id, { email: 'new@example.com', password: 'new' }, { as: site.system })
  t.same(mail, [])
})

t.test('a notice that cannot be sent fails nothing', async t => {
  const logged: object[] = []
  const logger = { info() {}, warn() {}, error: (data: object) => logged.push(data) }
  const { send } = await makeSite({
    services: { logger, mailer: { send: () => Promise.reject(new Error('no route')) } },
  })
  t.equal((await send('POST /users/me', { as: 'author', body: { email: 'one@example.com' } })).status, 200)
  t.match(logged, [{ err: { message: 'no route' } }])
})
