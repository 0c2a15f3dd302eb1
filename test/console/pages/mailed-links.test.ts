import { usersIn } from '@platen/site'
import t from 'tap'
import { mailServices } from '../../site/features/account-links/sent-mail.js'
import { someTurns } from '../../some-turns.js'
import { attribute, openConsole, textOf } from '../open-console.js'

const PATH = '/console/lost-password'
const password = 'a longer one'
const form = { password, repeat: password }

/** The path of the link in a mail. */
const linkIn = (text = ''): string => /https:\/\/site\.example(\/\S+)/.exec(text)?.[1] ?? ''

t.test('a lost password is reset by a mailed link', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ services })
  const { visit, press, post, signIn } = browser()
  const other = browser()
  await other.signIn('admin')
  const signInPage = await visit('/console/sign-in')
  t.match(
    signInPage.all('a').map(each => attribute(each, 'href')),
    new Set(['lost-password']),
  )
  const page = await visit(PATH)
  t.same(page.errors, [])
  t.match(await press(PATH, 'Send the link', { login: 'admin' }), { status: 303, location: `${PATH}?done=sent` })
  t.match((await visit(`${PATH}?done=sent`)).text, 'If there is such an account')
  await someTurns()
  t.match(mail, [{ to: 'admin@example.com', subject: 'Set a password for https://site.example' }])
  t.match(
    mail[0]?.text,
    /account admin on https:\/\/site\.example:\n\nhttps:\/\/site\.example\/console\/set-password\?token=/,
  )
  const link = linkIn(mail[0]?.text)
  const setPassword = await visit(link)
  t.same(setPassword.errors, [])
  t.match(setPassword, { status: 200, text: /For the account admin/ })
  t.equal(setPassword.headers['Cache-Control'], 'private, no-store')
  t.match(
    await visit(link),
    { status: 200, text: /For the account/ },
    'what mail programs open in advance uses nothing up',
  )
  for (const [changed, text] of [
    [{ ...form, repeat: 'another one' }, /not the same/],
    [{ password: 'short', repeat: 'short' }, /at least 8/],
  ] as const) {
    const refused = await press(link, 'Set a new password', changed)
    t.match(refused, { status: 400, text })
    t.notMatch(refused.body, password)
  }
  t.match(await press(link, 'Set a new password', form), { status: 303, location: '/console/sign-in?done=password' })
  t.match((await visit('/console/sign-in?done=password')).text, 'The new password was set.')
  t.match(await other.visit('/console/'), { status: 303 }, 'all sessions have ended')
  t.equal((await signIn('admin')).status, 403)
  t.match(await visit(link), { text: /The link is not valid/ })
  t.match(await post(link, { password: 'yet another', repeat: 'yet another' }), {
    status: 400,
    text: /link is not valid/,
  })
  t.match(await post('/console/sign-in', { login: 'admin', password }), { status: 303 })
})

t.test('unknown accounts are answered alike', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ services })
  const answers = []
  for (const login of [
    'admin',
    'nobody',
    '',
    'x'.repeat(5000),
    '"><script>',
    'admin@example.com\r\nBcc: x@example.com',
  ]) {
    const { status, headers, body } = await browser().post(PATH, { login })
    answers.push({ status, headers, body })
  }
  for (const answer of answers) t.same(answer, answers[0])
  t.same(await browser().post(PATH, {}), { ...(await browser().post(PATH, { login: 'nobody' })) })
  await someTurns()
  t.equal(mail.length, 1)
})

t.test('forms and links of others', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ services, console: { path: '/office', url: 'https://proxy.example/x/' } })
  const { visit, post } = browser()
  const evil = { origin: 'https://evil.example', host: 'site.example' }
  t.match(await post('/office/lost-password', { login: 'admin' }, evil), { status: 403, text: /another site/ })
  await someTurns()
  t.same(mail, [])
  await post('/office/lost-password', { login: 'admin' }, { host: 'evil.example' })
  await someTurns()
  t.match(mail[0]?.text, 'https://proxy.example/x/set-password?token=')
  t.notMatch(mail[0]?.text, 'evil.example', 'the header Host says nothing')
  const path = `/office/set-password?token=${/token=(\S+)/.exec(mail[0]?.text ?? '')?.[1]}`
  t.match(await post(path, form, evil), { status: 403, text: /another site/ })
  t.match(await post(`${path}x`, form), { status: 400 })
  for (const token of ['', 'x', '1.2', '"><script>'])
    t.match(await visit(`/office/set-password?${new URLSearchParams({ token })}`), { status: 200, text: /not valid/ })
  t.match(await post(path, form), { status: 303 })
})

t.test('a site without a mailer', async t => {
  const { browser } = await openConsole()
  const { visit, post } = browser()
  t.equal((await visit('/console/sign-in')).all('a').map(textOf).includes('Lost your password?'), false)
  const page = await visit(PATH)
  t.match(page.text, 'This site sends no mail.')
  t.same(page.all('form'), [])
  t.match(await post(PATH, { login: 'admin' }), { status: 303 })
})

t.test('administrators mail links', async t => {
  const { mail, services } = mailServices()
  const { browser, users, store } = await openConsole({ services })
  const { signIn, visit, press, post } = browser()
  await signIn('admin')
  const path = `/console/user?id=${users.get('author')?.id}`
  t.match(await press(path, 'Mail a link to set a password'), { status: 303, location: `${path}&done=link-mailed` })
  t.match(mail, [{ to: 'author@example.com' }])
  const user = { login: 'robin', email: 'robin@example.com' }
  t.match(await press('/console/new-user', 'Add user', { ...user, password: 'longer than eight' }), { status: 400 })
  t.match(await press('/console/new-user', 'Add user', user), { status: 303, location: '/console/users?done=created' })
  t.match(mail[1], { to: 'robin@example.com' })
  const { records } = await usersIn(store).find({})
  t.match(
    records.find(({ login }) => login === 'robin'),
    { passwordHash: /^plain:[\da-f-]{72}$/ },
  )
  t.match(await post(linkIn(mail[1]?.text), form), { status: 303 })
  t.match(await browser().post('/console/sign-in', { login: 'robin', password }), { status: 303 })
  t.equal((await visit('/console/new-user')).text.includes('Leave the password empty'), true)
})

t.test('a user whose link could not be mailed exists nevertheless', async t => {
  const { services } = mailServices()
  const logger = { info() {}, warn() {}, error() {} }
  const mailer = { send: () => Promise.reject(new Error('no route')) }
  const { browser } = await openConsole({ services: { ...services, mailer, logger } })
  const { signIn, visit, press } = browser()
  await signIn('admin')
  const user = { login: 'robin', email: 'robin@example.com' }
  const { location = '' } = await press('/console/new-user', 'Add user', user)
  t.match(location, /^\/console\/user\?id=\d+&done=mail-failed$/)
  t.match((await visit(location)).text, 'could not be sent')
  t.match(await press(location, 'Mail a link to set a password'), { status: 503, text: /could not be sent/ })
})

const CONFIRM_EMAIL_PATH = '/console/profile'

t.test('a new email address is confirmed by a mailed link', async t => {
  const { mail, services } = mailServices()
  const { browser, store, users } = await openConsole({ services })
  const { id = 0 } = users.get('author') ?? {}
  const author = browser()
  const emailOf = async () => (await usersIn(store).get(id))?.email
  await author.signIn('author')
  t.match(await author.press(CONFIRM_EMAIL_PATH, 'Change email address', { email: 'editor@example.com' }), {
    status: 400,
    text: /Another user has this email address/,
  })
  t.match(await author.press(CONFIRM_EMAIL_PATH, 'Change email address', { email: 'nothing' }), { status: 400 })
  t.same(mail, [])
  t.match(await author.press(CONFIRM_EMAIL_PATH, 'Change email address', { email: 'new@example.com' }), {
    status: 303,
    location: `${CONFIRM_EMAIL_PATH}?done=email-sent`,
  })
  t.match(mail, [{ to: 'new@example.com', subject: 'Confirm your email address for https://site.example' }])
  t.match((await author.visit(CONFIRM_EMAIL_PATH)).text, 'A link was sent to new@example.com.')
  t.equal(await emailOf(), 'author@example.com')
  const link = /https:\/\/site\.example(\/console\/confirm-email\?\S+)/.exec(mail[0]?.text ?? '')?.[1] ?? ''

  const stranger = browser()
  const { location = '' } = await stranger.visit(link)
  t.match(location, /^\/console\/sign-in\?redirect=confirm-email/)
  const editor = browser()
  t.match(await editor.signIn('editor', location), { status: 303, location: link })
  t.match(await editor.visit(link), { text: /The link is not valid/ })
  const { text } = await author.visit(link)
  t.match(text, 'Is new@example.com your email address? The account author uses it')
  t.equal(await emailOf(), 'author@example.com', 'a visit alone changes nothing')
  t.match(await author.press(link, 'Confirm', { nonce: 'x' }), { status: 403 })
  t.match(await author.press(`${link}x`, 'Confirm'), { status: 400, text: /The link is not valid/ })
  t.equal(await emailOf(), 'author@example.com')
  t.match(await author.press(link, 'Confirm'), { status: 303, location: `${CONFIRM_EMAIL_PATH}?done=email` })
  t.equal(await emailOf(), 'new@example.com')
  t.match((await author.visit(`${CONFIRM_EMAIL_PATH}?done=email`)).text, 'The email address was changed.')
  t.match(await author.visit(link), { text: /The link is not valid/ })
})

t.test('a change is cancelled', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ services })
  const { signIn, press, visit } = browser()
  await signIn('author')
  await press(CONFIRM_EMAIL_PATH, 'Change email address', { email: 'new@example.com' })
  t.match(await press(CONFIRM_EMAIL_PATH, 'Keep the current address'), {
    status: 303,
    location: `${CONFIRM_EMAIL_PATH}?done=email-cancelled`,
  })
  t.notMatch((await visit(CONFIRM_EMAIL_PATH)).text, 'new@example.com')
  const link = /https:\/\/site\.example(\/\S+)/.exec(mail[0]?.text ?? '')?.[1] ?? ''
  t.match(await visit(link), { text: /The link is not valid/ })
})

t.test('without a mailer, the address changes at once', async t => {
  const { browser, store, users } = await openConsole()
  const { signIn, press } = browser()
  await signIn('author')
  t.match(await press(CONFIRM_EMAIL_PATH, 'Change email address', { email: 'new@example.com' }), {
    status: 303,
    location: `${CONFIRM_EMAIL_PATH}?done=email`,
  })
  t.match(await usersIn(store).get(users.get('author')?.id ?? 0), { email: 'new@example.com' })
})
