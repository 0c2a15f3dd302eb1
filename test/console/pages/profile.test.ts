import { createConsole } from '@platen/console'
import { usersIn } from '@platen/site'
import t from 'tap'
import { mailServices } from '../../site/features/account-links/sent-mail.js'
import { attribute, fieldsOf, openConsole, PASSWORD, textOf } from '../open-console.js'

const EVIL = `"><script>alert(1)</script> & co`
const PATH = '/console/profile'

t.test('users change their own account', async t => {
  const { browser, store, users } = await openConsole({ locales: ['de_DE', 'pt_BR', 'de_DE_1'] })
  const { signIn, visit, press } = browser()
  await signIn('subscriber')
  const page = await visit(PATH)
  t.equal(page.status, 200)
  t.same(page.errors, [])
  t.same(
    page
      .all('option')
      .map(textOf)
      .filter(label => label !== ''),
    ['Language of the site', 'American English', 'German (Germany)', 'Brazilian Portuguese', 'de_DE_1'],
  )
  t.match(page.all('nav').map(textOf).join(), 'Profile')
  const changed = {
    name: 'Sam & co',
    first_name: 'Sam',
    last_name: EVIL,
    nickname: 'sam',
    url: 'https://sam.example/',
    description: 'One\r\nTwo',
    locale: 'de_DE',
  }
  t.match(await press(PATH, 'Save', changed), { status: 303, location: '/console/profile?done=account' })
  t.match((await visit(`${PATH}?done=account`)).text, 'The account was saved.')
  t.match(await usersIn(store).get(users.get('subscriber')?.id ?? 0), {
    displayName: /^Sam &/,
    firstName: 'Sam',
    nickname: 'sam',
    url: 'https://sam.example/',
    description: 'One\nTwo',
    locale: 'de_DE',
    roles: ['subscriber'],
  })
  const again = await visit(PATH)
  t.same(again.errors, [])
  t.equal(again.all('script').length, 0)
  t.match(fieldsOf(again.all('form')[0]), { url: 'https://sam.example/', description: 'One\nTwo', locale: 'de_DE' })
})

t.test('what is refused is shown again, and nothing changes', async t => {
  const { browser, store, users } = await openConsole()
  const { signIn, press } = browser()
  await signIn('author')
  const before = await usersIn(store).get(users.get('author')?.id ?? 0)
  for (const [changed, status] of [
    [{ url: 'no url', first_name: EVIL }, 400],
    [{ locale: 'xx_XX', first_name: EVIL }, 400],
    [{ name: 'x'.repeat(300), first_name: EVIL }, 400],
    [{ action: 'constructor', first_name: EVIL }, 400],
    [{ nonce: 'forged', first_name: EVIL }, 403],
  ] as const) {
    const page = await press(PATH, 'Save', changed)
    t.equal(page.status, status, JSON.stringify(changed))
    t.same(page.errors, [])
    t.equal(page.all('script').length, 0)
    const input = page.all('input').find(each => attribute(each, 'name') === 'first_name')
    t.equal(attribute(input, 'value'), 'action' in changed || 'nonce' in changed ? '' : EVIL)
    t.same(await usersIn(store).get(before?.id ?? 0), before)
  }
})

t.test('forms give away neither roles nor the password of others', async t => {
  const { browser, store, users } = await openConsole()
  const { signIn, press } = browser()
  await signIn('subscriber')
  const { id = 0 } = users.get('administrator') ?? {}
  const more = { roles: 'administrator', role: 'administrator', id: String(id), password: 'x', email: 'x@y.example' }
  await press(PATH, 'Save', { name: 'Changed', ...more })
  t.match(await usersIn(store).get(users.get('subscriber')?.id ?? 0), {
    displayName: 'Changed',
    roles: ['subscriber'],
    email: 'subscriber@example.com',
    passwordHash: `plain:${PASSWORD}`,
  })
  t.match(await usersIn(store).get(id), { displayName: 'admin' })
})

t.test('a new password ends all other sessions', async t => {
  const { browser } = await openConsole()
  const one = browser()
  const other = browser()
  await one.signIn('author')
  await other.signIn('author')
  const password = 'a longer one'
  for (const [changed, status, message] of [
    [{ current: 'wrong', password, repeat: password }, 403, /current password is incorrect/],
    [{ current: '', password, repeat: password }, 403, /current password is incorrect/],
    [{ current: PASSWORD, password, repeat: 'another one' }, 400, /not the same/],
    [{ current: PASSWORD, password: 'short', repeat: 'short' }, 400, /at least 8/],
    [{ current: PASSWORD, password: 'x'.repeat(5000), repeat: 'x'.repeat(5000) }, 400, /at most 4096/],
    [{ current: PASSWORD, password: 'back\\slash', repeat: 'back\\slash' }, 400, /backslash/],
  ] as const) {
    const page = await one.press(PATH, 'Change password', changed)
    t.match(page, { status, text: message })
    t.notMatch(page.body, 'x'.repeat(5000))
    t.notMatch(page.body, password, 'no password is sent back')
  }
  t.equal((await other.visit(PATH)).status, 200)
  t.match(await one.press(PATH, 'Change password', { current: PASSWORD, password, repeat: password }), {
    status: 303,
    location: '/console/profile?done=password',
  })
  t.match(await one.visit(`${PATH}?done=password`), { status: 200, text: /password was changed/ })
  t.match(await other.visit(PATH), { status: 303 }, 'the other session has ended')
  t.equal((await other.signIn('author')).status, 403)
})

t.test('asking for the current password is not a sign-in', async t => {
  // The longer it takes, the more guesses are allowed.
  const { browser, site } = await openConsole({ services: mailServices().services })
  const { signIn, press, visit } = browser({ remoteAddress: '198.51.100.66' })
  await signIn('author')
  const password = 'a longer one'
  await press(PATH, 'Change password', { current: 'wrong', password, repeat: password })
  t.equal((await press(PATH, 'Change password', { current: PASSWORD, password, repeat: password })).status, 303)
  const { events } = await site.audit.list({}, { as: site.system })
  t.same(events.map(({ kind, count }) => `${kind} ${count}`).sort(), [
    'password_changed 1',
    'sign_in 1',
    'sign_in_failed 1',
    'user_created 1',
  ])
  const next = { password: 'yet another one', repeat: 'yet another one' }
  for (let at = 0; at < 10; at++) await press(PATH, 'Change password', { current: 'wrong', ...next })
  const refused = await press(PATH, 'Change password', { current: password, ...next })
  t.match(refused, { status: 429, headers: { 'Retry-After': String } }, 'whoever holds a session cannot guess either')
  t.equal((await visit(PATH)).status, 200)
})

t.test('a session that was to be remembered is remembered after a new password', async t => {
  const { browser } = await openConsole()
  const { post, press } = browser()
  await post('/console/sign-in', { login: 'author', password: PASSWORD, remember: 'yes' })
  const password = 'a longer one'
  const changed = await press(PATH, 'Change password', { current: PASSWORD, password, repeat: password })
  t.match(changed.headers['Set-Cookie'], [/Max-Age=1209600/])
})

t.test('application passwords', async t => {
  const { browser, site, send } = await openConsole()
  const { signIn, visit, press } = browser()
  await signIn('author')
  t.match((await visit(PATH)).text, 'There are no application passwords.')
  t.match(await press(PATH, 'Create application password', { application: ' ' }), { status: 400, text: /needs a name/ })
  const created = await press(PATH, 'Create application password', { application: EVIL })
  t.equal(created.status, 200)
  t.same(created.errors, [])
  t.equal(created.all('script').length, 0)
  const secret = textOf(created.all('code')[0])
  t.match(secret, /^(?:[a-zA-Z\d]{4} ){5}[a-zA-Z\d]{4}$/)
  t.equal(created.headers['Cache-Control'], 'private, no-store')
  const me = (password: string) =>
    site.call<{ id: number }>('GET', '/cms/v2/users/me', undefined, {
      headers: { authorization: `Basic ${Buffer.from(`author:${password}`).toString('base64')}` },
    })
  t.equal((await me(secret)).status, 200)
  const page = await visit(PATH)
  t.notMatch(page.body, secret, 'it is shown once')
  t.notMatch(page.text, 'no application passwords')
  await press(PATH, 'Create application password', { application: 'Second' })
  t.match(await press(PATH, 'Revoke Second'), { status: 303, location: '/console/profile?done=revoked' })
  t.match((await visit(`${PATH}?done=revoked`)).text, 'The application password was revoked.')
  t.equal((await me(secret)).status, 200)
  t.match((await visit(`${PATH}?revoke=all`)).text, /Revoke all application passwords\?/)
  t.match(await press(`${PATH}?revoke=all`, 'Revoke all'), {
    status: 303,
    location: '/console/profile?done=all-revoked',
  })
  t.equal((await me(secret)).status, 401)
  await send('POST /users/me/application-passwords', { body: { name: 'Of the administrator' } })
  t.notMatch((await visit(PATH)).text, 'Of the administrator')
})

t.test('application passwords can have limits', async t => {
  const { browser, send } = await openConsole()
  const { signIn, visit, press } = browser()
  await signIn('author')
  const form = { application: 'Agent', scopes: 'read, posts:write', expires: '2099-12-31', networks: '10.0.0.0/8 ::1' }
  t.match(await press(PATH, 'Create application password', form), { status: 200, text: /only this once/ })
  t.match((await send('GET /users/me/application-passwords', { as: 'author' })).body, [
    { scopes: ['read', 'posts:write'], expires: '2099-12-31T23:59:59', networks: ['10.0.0.0/8', '::1'] },
  ])
  t.match((await visit(PATH)).text, /read posts:write.*Dec 31, 2099.*10\.0\.0\.0\/8 ::1/s)
  for (const wrong of [{ scopes: 'posts:wirte' }, { networks: 'here' }, { expires: '2001-01-01' }, { expires: 'x' }]) {
    const answer = await press(PATH, 'Create application password', { application: 'Agent', ...wrong })
    t.equal(answer.status, 400)
    for (const [name, value] of Object.entries(wrong))
      t.equal(
        attribute(
          answer.all('input').find(input => attribute(input, 'name') === name),
          'value',
        ),
        value,
      )
  }
})

t.test('application passwords of others cannot be revoked', async t => {
  const { browser, send } = await openConsole()
  const { signIn, visit, press } = browser()
  const { body } = await send('POST /users/me/application-passwords', { body: { name: 'Mine' } })
  await signIn('author')
  await press(PATH, 'Create application password', { application: 'Own' })
  const { uuid } = body as { readonly uuid: string }
  for (const each of [uuid, '../../1/application-passwords', '', 'x'])
    t.ok((await press(PATH, 'Revoke Own', { uuid: each })).status >= 400, each)
  t.match((await visit(PATH)).text, 'Own')
  t.match(await send('GET /users/me/application-passwords'), { body: [{ name: 'Mine' }] })
})

t.test('a site without application passwords says so', async t => {
  const { browser } = await openConsole({ applicationPasswords: { available: false } })
  const { signIn, visit, press } = browser()
  await signIn('author')
  t.match(await visit(PATH), { status: 200, text: /Application passwords are not available/ })
  t.match(await press(PATH, 'Save', { action: 'create-application-password', application: 'x' }), { status: 501 })
})

t.test('whether application passwords are available depends on the connection', async t => {
  const { site } = await openConsole()
  const session = await site.sessions.signIn({ login: 'author', password: PASSWORD })
  if (session === undefined) throw new Error('The author cannot sign in.')
  const headers = { cookie: String(site.sessions.setCookies(session)[0]).split(';')[0] ?? '' }
  const show = createConsole(site)
  const bodyOver = async (secure: boolean) => (await show({ method: 'GET', url: PATH, headers, secure }))?.body ?? ''
  t.match(await bodyOver(true), 'Create application password')
  t.match(await bodyOver(false), 'Application passwords are not available')
})

const ACTIVITY_PATH = '/console/activity'

t.test('what happened to accounts is listed, the latest first', async t => {
  const { browser, users, send } = await openConsole()
  const { visit, signIn, press, post } = browser()
  const author = users.get('author')
  t.match(await visit(ACTIVITY_PATH), { status: 303 })
  await signIn('admin')
  const events = async (path: string) => (await visit(path)).all('li').map(textOf)
  t.match((await events(ACTIVITY_PATH)).join(), 'admin signed in')
  await browser().post('/console/sign-in', { login: 'editor', password: 'wrong' })
  await browser().post('/console/sign-in', { login: 'editor', password: 'wrong' })
  await press(`/console/user?id=${author?.id}`, 'Save', { 'role-editor': 'yes', email: 'new@example.com' })
  await send('POST /users/me/application-passwords', { body: { name: 'Reader & <i>' } })
  const page = await visit(ACTIVITY_PATH)
  t.same(page.errors, [])
  const listed = page.all('li').map(textOf).join('\n')
  t.match(listed, /The roles of author were changed\n.*UTC · by admin · now: (?:Editor, Author|Author, Editor)/)
  t.match(listed, /The email address of author was changed/)
  t.match(listed, /Failed sign-in as editor\n.* · 2 times/)
  t.match(listed, /An application password of admin was created\n.* · Reader &/)
  t.ok(listed.indexOf('application password of admin') < listed.indexOf('admin signed in'))

  const [option] = page.all('option').filter(each => textOf(each) === 'Failed sign-ins')
  t.equal(attribute(option, 'value'), 'sign_in_failed')
  const failed = await visit(`${ACTIVITY_PATH}?kind=sign_in_failed`)
  t.match(failed.text, 'Failed sign-in as editor')
  t.notMatch(failed.text, 'admin signed in')
  t.match((await visit(`${ACTIVITY_PATH}?kind=user_deleted`)).text, 'Nothing has happened yet.')
  t.match((await visit(`${ACTIVITY_PATH}?kind=constructor`)).text, 'admin signed in')
  t.equal((await visit(`${ACTIVITY_PATH}?page=99999999`)).status, 200)
  t.match((await visit('/console/')).text, /Recent activity.*An application password of admin was created/)
  t.equal((await post(ACTIVITY_PATH, {})).status, 405)
})

t.test('many events have pages', async t => {
  const { browser, site, users } = await openConsole()
  const account = users.get('author')
  for (let number = 0; number < 60; number++) await site.audit.record({ kind: 'sign_in', actor: account, account })
  const { visit, signIn } = browser()
  await signIn('admin')
  const count = async (path: string) => (await visit(path)).text.split('author signed in').length - 1
  t.same([await count(ACTIVITY_PATH), await count(`${ACTIVITY_PATH}?page=2`)], [49, 11])
  t.equal(await count('/console/'), 9, 'the first page shows the latest')
})
