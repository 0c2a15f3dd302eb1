import { metaIn, themeOf, usersIn } from '@platen/site'
import { registerConsoleRoutes } from '@platen/site/console'
import t from 'tap'
import { someTurns } from '../../some-turns.js'
import { mailServices, tokenMail } from '../features/account-links/sent-mail.js'
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

const PASSWORD = 'a password that is new'

async function accountLinksOpen() {
  const { mail, services, time } = mailServices()
  const logged: unknown[] = []
  const log = (...given: unknown[]) => void logged.push(given)
  const logger = { error: log, warn: log, info: log, debug: log }
  const made = await makeSite({ services: { ...services, logger } })
  registerConsoleRoutes(made.site, { password: tokenMail, email: tokenMail })
  const post = (path: string, body: unknown, as = 'anonymous') => made.send(`POST //console/v1/${path}`, { body, as })
  return { ...made, mail, time, logged, post }
}

t.test('a lost password is reset', async t => {
  const { mail, post, site, store, logged } = await accountLinksOpen()
  t.strictSame((await post('password-resets', { login: 'nobody' })).body, { accepted: true })
  t.strictSame((await post('password-resets', { login: 'AUTHOR@example.com' })).body, { accepted: true })
  await someTurns()
  t.match(mail, [{ to: 'author@example.com' }])
  const token = mail[0]?.text ?? ''
  t.strictSame((await post('password-resets/lookup', { token })).body, { login: 'author' })
  for (const password of ['', '0', 'a\\b'])
    t.match(await post('password-resets/completion', { token, password }), { status: 400 }, password)
  const done = await post('password-resets/completion', { token, password: PASSWORD })
  t.strictSame([done.status, done.body], [200, { login: 'author' }])
  t.equal((await site.sessions.signIn({ login: 'author', password: PASSWORD }))?.user.login, 'author')
  for (const path of ['lookup', 'completion'])
    t.match(await post(`password-resets/${path}`, { token, password: PASSWORD }), {
      status: 400,
      body: { code: 'rest_invalid_token' },
    })
  // Secrets are in bodies of requests alone.
  const { events } = await site.audit.list({ limit: 100 }, { as: site.system })
  const kept = JSON.stringify([events, logged, await metaIn(store).find({}), done.headers])
  t.notMatch(kept, token.split('.')[1] ?? '')
  t.notMatch(kept, PASSWORD)
})

t.test('a network that requests many links waits', async t => {
  const { site, mail } = await accountLinksOpen()
  const request = (remoteAddress: string) =>
    site.call('POST', '/console/v1/password-resets', { login: 'author' }, { remoteAddress })
  for (let at = 0; at < 10; at++) t.equal((await request('198.51.100.66')).status, 202)
  t.match(await request('198.51.100.66'), {
    status: 429,
    headers: { 'Retry-After': /^\d+$/ },
    body: { code: 'rest_too_many_attempts' },
  })
  t.equal((await request('203.0.113.7')).status, 202, 'others do not')
  await someTurns()
  t.equal(mail.length, 1)
})

t.test('a new email address takes effect with the token of its own user', async t => {
  const { mail, post, send, users } = await accountLinksOpen()
  const change = (as: string, method = 'GET') => send(`${method} //console/v1/email-change`, { as })
  t.strictSame((await change('author')).body, { email: null })
  await post('email-change', { email: 'new@example.com' }, 'author')
  t.strictSame((await change('author')).body, { email: 'new@example.com' })
  t.strictSame((await change('editor')).body, { email: null })
  const [{ text: token = '' } = {}] = mail.filter(({ to }) => to === 'new@example.com')
  for (const as of ['editor', 'administrator'])
    t.match(await post('email-change/confirmation', { token }, as), {
      status: 400,
      body: { code: 'rest_invalid_token' },
    })
  const confirmed = await post('email-change/confirmation', { token }, 'author')
  t.strictSame([confirmed.status, confirmed.body], [200, { email: 'new@example.com' }])
  t.match(await send(`GET /users/${users.get('author')?.id}?context=edit`), { body: { email: 'new@example.com' } })
  await post('email-change', { email: 'newer@example.com' }, 'author')
  t.strictSame((await change('author', 'DELETE')).body, { email: null })
  t.strictSame((await change('author')).body, { email: null })
})

t.test('who requests many new addresses waits', async t => {
  const { post } = await accountLinksOpen()
  const statuses: number[] = []
  for (let at = 0; at < 11; at++)
    statuses.push((await post('email-change', { email: `new${at}@example.com` }, 'author')).status)
  t.same(statuses, [...Array(10).fill(202), 429])
})

t.test('without a mailer, nothing is mailed', async t => {
  const { site, send } = await makeSite()
  registerConsoleRoutes(site, { password: tokenMail, email: tokenMail })
  t.strictSame((await send('POST //console/v1/password-resets', { body: { login: 'author' } })).body, {
    accepted: false,
  })
  for (const path of ['users/2/password-link', 'email-change'])
    t.match(await send(`POST //console/v1/${path}`, { body: { email: 'new@example.com' } }), {
      status: 503,
      body: { code: 'rest_mail_failed' },
    })
})
