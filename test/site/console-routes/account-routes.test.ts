import { themeOf, usersIn } from '@platen/site'
import { registerConsoleRoutes } from '@platen/site/console'
import t from 'tap'
import { tokenMail } from '../features/account-links/sent-mail.js'
import { makeSite, type TestSiteOptions } from '../make-site.js'

const UUID = '8f0b2ab4-6a3c-4d0b-9f4a-0c1d2e3f4a5b'

async function open(options?: TestSiteOptions) {
  const made = await makeSite(options)
  registerConsoleRoutes(made.site, { password: tokenMail, email: tokenMail })
  return made
}

t.test('an account shows the language that its user has chosen, and what the caller may do', async t => {
  const { send, users } = await open({ locales: ['de_DE'] })
  const id = users.get('author')?.id
  await send('POST /settings', { body: { language: 'de_DE' } })
  const account = async (as: string) => (await send(`GET //console/v1/users/${id}`, { as })).body
  t.strictSame(await account('administrator'), { id, locale: '', can_promote: true, can_delete: true })
  t.strictSame(await account('author'), { id, locale: '', can_promote: false, can_delete: false })
  t.match(await send(`GET /users/${id}?context=edit`), { body: { locale: 'de_DE' } })
})

t.test('all sessions of a user end', async t => {
  const { site, store, send, users } = await open()
  const { id = 0 } = users.get('author') ?? {}
  await usersIn(store).update(id, { passwordHash: 'plain:secret' })
  const session = await site.sessions.signIn({ login: 'author', password: 'secret' })
  const [cookie = ''] = (session ? site.sessions.setCookies(session) : []).map(each => each.split(';')[0] ?? '')
  t.equal((await site.sessions.read(cookie))?.user.id, id)
  t.equal((await send(`DELETE //console/v1/users/${id}/sessions`, { as: 'editor' })).status, 403)
  t.equal((await site.sessions.read(cookie))?.user.id, id)
  t.strictSame((await send(`DELETE //console/v1/users/${id}/sessions`)).body, { deleted: true })
  t.equal(await site.sessions.read(cookie), undefined)
  const { body } = await send('GET //console/v1/events?kind=signed_out_everywhere')
  t.match(body, [{ kind: 'signed_out_everywhere', actor: { login: 'admin' }, account: { id, login: 'author' } }])
})

t.test('an approval creates one password, however often it is sent', async t => {
  const { send } = await open()
  const body = { uuid: UUID, name: 'Notes' }
  const approve = (as = 'author') => send('POST //console/v1/approvals', { body, as })
  const created = await approve()
  t.match(created, { status: 201, body: { uuid: UUID, name: 'Notes', password: /^[\w ]{29}$/ } })
  for (const as of ['author', 'editor'])
    t.match(await approve(as), { status: 409, body: { code: 'application_password_exists' } }, as)
  t.match(await send('GET /users/me/application-passwords', { as: 'author' }), {
    body: [{ uuid: UUID, name: 'Notes' }],
  })
  t.strictSame((await send('GET /users/me/application-passwords', { as: 'editor' })).body, [])
})

t.test('where application passwords are not available, nothing is approved', async t => {
  const { send } = await open({ applicationPasswords: { available: false } })
  const answer = await send('POST //console/v1/approvals', { body: { uuid: UUID, name: 'Notes' } })
  t.match(answer, { status: 501, body: { code: 'application_passwords_disabled' } })
})

t.test('events are listed in pages, by kind and by user', async t => {
  const { site, send, users } = await open()
  const author = users.get('author')
  const editor = users.get('editor')
  for (let at = 0; at < 12; at++) await site.audit.record({ kind: 'sign_in', actor: author, account: author })
  await site.audit.record({ kind: 'roles_changed', actor: editor, account: author, detail: { after: ['author'] } })
  const events = async (query = '') => {
    const { body, headers } = await send(`GET //console/v1/events?${query}`)
    return { body: body as readonly object[], total: headers['X-CMS-Total'], pages: headers['X-CMS-TotalPages'] }
  }
  const first = await events()
  t.strictSame([first.body.length, first.total, first.pages], [10, '14', '2'])
  t.match(first.body[0], {
    kind: 'roles_changed',
    date_gmt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    count: 1,
    actor: { id: editor?.id, login: 'editor' },
    account: { id: author?.id, login: 'author' },
    network: '',
    detail: { after: ['author'] },
  })
  t.equal((await events('page=2')).body.length, 4)
  t.equal((await events('page=99999999999')).body.length, 0)
  t.equal((await events('kind=roles_changed')).total, '1')
  t.equal((await events('kind=roles_changed,sign_in')).total, '13')
  t.equal((await events(`user=${editor?.id}`)).total, '1')
  t.same(
    (await events('per_page=1&_fields=id,kind')).body.map(each => Object.keys(each)),
    [['id', 'kind']],
  )
  for (const query of ['kind=x', 'per_page=0', 'per_page=101', 'page=0', 'page=9999999999999999'])
    t.equal((await send(`GET //console/v1/events?${query}`)).status, 400, query)
})

t.test('themes are listed and activated', async t => {
  const index = { 'templates/index.html': '<!-- wp:post-content /-->' }
  const themes = [
    themeOf('garden', { ...index, 'style.css': '/*\nTheme Name: <b>Garden\nVersion: 1.2\n*/' }),
    themeOf('broken', { ...index, 'style.css': '/*\nTheme Name: Broken\n*/', 'theme.json': '{' }),
  ]
  const { send } = await open({ themes })
  const activate = (stylesheet: string) => send('POST //console/v1/active-theme', { body: { stylesheet } })
  t.match(await activate('garden'), { status: 200, body: { stylesheet: 'garden', status: 'active', version: '1.2' } })
  t.match(await activate('broken'), { status: 400, body: { code: 'rest_theme_invalid' } })
  t.match(await activate('../garden'), { status: 404, body: { code: 'rest_theme_not_found' } })
  const { body } = await send('GET //console/v1/themes')
  const byName = new Map((body as readonly { readonly stylesheet: string }[]).map(each => [each.stylesheet, each]))
  t.match(byName.get('garden'), { status: 'active', name: '<b>Garden', errors: [] })
  t.match(byName.get('broken'), { status: 'broken', errors: [/theme\.json/] })
})

t.test('roles are listed by the names that the site gives them', async t => {
  const { send } = await open({
    roles: {
      administrator: { label: 'Owner', capabilities: ['list_users'] },
      gardener: { label: 'Gardener & co', capabilities: ['read'] },
    },
  })
  const { body } = await send('GET //console/v1/roles')
  t.strictSame(body, [
    { slug: 'administrator', name: 'Owner', can_assign: false },
    { slug: 'gardener', name: 'Gardener & co', can_assign: false },
  ])
})
