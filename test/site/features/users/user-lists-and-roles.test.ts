import { cmsDialect, defaultRoles, postsIn, type Site, usersIn, wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

/** Four people; Bo and Cy have published something. */
async function people(): Promise<TestSite> {
  const register = (site: Site) =>
    site.registerPostType('memo', { label: 'Memos', showInRest: false, supports: ['title', 'author'] })
  const made = await makeSite({ register })
  const people = [
    ['ann', 'Zoë', 'author', 'https://c.example/'],
    ['bo', 'yan', 'editor', ''],
    ['cy', 'Xia', 'contributor', 'https://b.example/'],
    ['di', 'Émile', 'subscriber', 'https://a.example/'],
  ] as const
  for (const [username, name, role, url] of people) {
    const { id } = (
      await made.send('POST /users', {
        body: { username, name, url, roles: [role], email: `mail-${username}@private.example`, password: 'x' },
      })
    ).body as { id: number }
    if (username === 'bo') await made.send('POST /posts', { body: { title: 'Out', status: 'publish', author: id } })
    if (username === 'cy') await made.send('POST /pages', { body: { title: 'Out', status: 'publish', author: id } })
    if (username === 'di') {
      const { body } = await made.send('POST /posts', { body: { title: 'Hidden', status: 'publish', author: id } })
      await postsIn(made.store).update((body as { id: number }).id, { type: 'memo' })
    }
  }
  return made
}

const NEW = 'exclude=1,2,3,4,5'

async function found({ send }: TestSite, query: string, as = 'administrator'): Promise<string> {
  // The last of two values counts.
  const { body } = await send(`GET /users?_fields=slug&order=asc&${query}`, { as })
  return Array.isArray(body)
    ? body.map((user: { slug: string }) => user.slug).join(' ')
    : (body as { code: string }).code
}

const ORDERS: readonly (readonly [string, string])[] = [
  ['', 'di cy bo ann'],
  ['orderby=name&order=desc', 'ann bo cy di'],
  ['orderby=id', 'ann bo cy di'],
  ['orderby=id&order=desc', 'di cy bo ann'],
  ['orderby=slug', 'ann bo cy di'],
  ['orderby=url', 'bo di cy ann'],
  ['orderby=email&order=desc', 'di cy bo ann'],
  ['orderby=registered_date', 'ann bo cy di'],
  ['orderby=include', 'ann bo cy di'],
]

t.test('orders', async t => {
  const site = await people()
  for (const [query, expected] of ORDERS) t.equal(await found(site, `${NEW}&${query}`), expected, query)
  t.equal(await found(site, 'orderby=include&include=8,6,9'), 'cy ann di')
  t.equal(await found(site, 'orderby=include&include=8,6,9&order=desc'), 'di ann cy')
  t.equal(await found(site, 'orderby=include_slugs&slug=di,BO,cy'), 'di bo cy')
})

const FILTERS: readonly (readonly [string, string])[] = [
  ['roles=author', 'ann'],
  ['roles=author,subscriber', 'di ann'],
  ['roles=author&capabilities=edit_others_posts', 'bo ann'],
  ['capabilities=edit_posts', 'cy bo ann'],
  ['capabilities=edit_categories', 'bo'],
  ['capabilities=subscriber', 'di'],
  ['who=authors', 'cy bo ann'],
  ['who=authors&roles=subscriber', 'cy bo ann'],
  ['has_published_posts=true', 'cy bo'],
  ['has_published_posts=page', 'cy'],
  ['has_published_posts=false', 'di cy bo ann'],
  ['slug=ann,di', 'di ann'],
]

t.test('filters', async t => {
  const site = await people()
  for (const [query, expected] of FILTERS) t.equal(await found(site, `${NEW}&${query}`), expected, query)
  t.equal(await found(site, 'include=6,7&exclude=6'), 'bo ann', 'what is included is not excluded')
  t.equal(await found(site, 'orderby=include&include=-7,-6'), 'bo ann', 'ids count without their signs')
  t.equal(await found(site, `${NEW},-6`), 'di cy bo')
})

t.test('capabilities that are granted one by one count', async t => {
  const site = await people()
  await usersIn(site.store).update(9, { capabilities: { fly: true, swim: false } })
  t.equal(await found(site, 'capabilities=fly'), 'di')
  t.equal(await found(site, 'capabilities=swim'), '')
})

t.test('callers who may not list users see users who have published visible posts', async t => {
  const site = await people()
  for (const as of ['anonymous', 'subscriber', 'editor']) {
    t.equal(await found(site, '', as), 'cy bo', as)
    t.equal(await found(site, 'has_published_posts=false', as), 'cy bo', as)
    t.equal(await found(site, 'has_published_posts=post', as), 'bo', as)
    t.equal(await found(site, 'include=6,7,8,9', as), 'cy bo', as)
  }
  t.equal(
    await found(site, `who=authors&${NEW}`, 'contributor'),
    'cy bo ann',
    'those who write may choose among all authors',
  )
})

const SEARCHES: readonly (readonly [string, string, string])[] = [
  ['search=mail-bo@private', 'bo', ''],
  ['search=mail-bo&search_columns=email', 'bo', ''],
  ['search=private.example', 'di cy bo ann', ''],
  ['search=bo&search_columns=username', 'bo', ''],
  ['search=bo&search_columns=slug', 'bo', 'bo'],
  ['search=YAN', 'bo', 'bo'],
  ['search=emile', 'di', ''],
  ['search=b.example', 'cy', ''],
  ['search=https://b.', 'cy', ''],
  ['search=7', 'bo', 'bo'],
  ['search=7&search_columns=id', 'bo', 'bo'],
  ['search=x&search_columns=id', '', ''],
  ['search=*xia*', 'cy', 'cy'],
  ['search=%25', '', ''],
  ['search=%20', 'di cy bo ann', 'cy bo'],
]

t.test('searches reveal neither logins nor email addresses to callers who may not list users', async t => {
  const site = await people()
  for (const [query, forAll, forSome] of SEARCHES) {
    t.equal(await found(site, `${NEW}&${query}`), forAll, query)
    t.equal(await found(site, `${NEW}&${query}`, 'editor'), forSome, `${query}, editor`)
  }
})

const FORBIDDEN: readonly (readonly [string, string])[] = [
  ['roles=editor', 'rest_user_cannot_view'],
  ['capabilities=edit_posts', 'rest_user_cannot_view'],
  ['context=edit', 'rest_forbidden_context'],
  ['orderby=email', 'rest_forbidden_orderby'],
  ['orderby=registered_date', 'rest_forbidden_orderby'],
  ['who=authors', 'rest_forbidden_who'],
]

t.test('arguments that reveal more than public pages are forbidden', async t => {
  const { send } = await people()
  for (const [query, code] of FORBIDDEN) {
    t.match(await send(`GET /users?${query}`, { as: 'anonymous' }), { status: 401, body: { code } }, query)
    t.match(await send(`GET /users?${query}`, { as: 'subscriber' }), { status: 403, body: { code } }, query)
  }
})

t.test('pages', async t => {
  const { send } = await people()
  const page = await send('GET /users?per_page=4&offset=5&_fields=slug&orderby=id&order=asc')
  t.match(page, { headers: { 'X-CMS-Total': '9', 'X-CMS-TotalPages': '3' } })
  t.same(page.body, [{ slug: 'ann' }, { slug: 'bo' }, { slug: 'cy' }, { slug: 'di' }])
  t.match(page.headers['Link'], /page=2>; rel="prev"/, 'an offset is on the page after the one it begins in')
  t.match(await send('GET /users?page=9'), { status: 200, body: [], headers: { 'X-CMS-Total': '9' } })
  t.match(await send('GET /users?offset=-3&per_page=1'), { status: 200, body: [{}] })
})

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

const MANAGES = ['create_users', 'edit_users', 'list_users', 'delete_users', 'promote_users']
/** The editor of these sites manages accounts, but holds no other capability of an administrator. */
const strongerAccountsRoles = {
  ...defaultRoles,
  editor: { label: 'Registrar', capabilities: [...(defaultRoles['author']?.capabilities ?? []), ...MANAGES] },
}
const as = 'editor'

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
  const made = await make({ roles: strongerAccountsRoles })
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
  const made = await makeSite({ roles: strongerAccountsRoles })
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
  const made = await makeSite({ roles: strongerAccountsRoles })
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
  const made = await makeSite({ roles: strongerAccountsRoles })
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
  const made = await makeSite({ roles: strongerAccountsRoles })
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
  const { site, users } = await makeSite({ roles: strongerAccountsRoles })
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
  const made = await makeSite({ roles: strongerAccountsRoles, dialect: wpDialect })
  const id = idOf(made, 'administrator')
  t.match(await made.send(`POST /users/${id}`, { as, body: { name: 'Theirs' } }), { status: 200 })
  const dialect = { ...wpDialect, protectsStrongerAccounts: cmsDialect.protectsStrongerAccounts }
  const strict = await makeSite({ roles: strongerAccountsRoles, dialect })
  t.match(await strict.send(`POST /users/${id}`, { as, body: { name: 'Theirs' } }), { status: 403 })
})
