import { usersIn } from '@platen/site'
import t from 'tap'
import { mailServices } from '../../site/features/account-links/sent-mail.js'
import { openConsole } from '../open-console.js'

const PATH = '/console/profile'

t.test('a new email address is confirmed by a mailed link', async t => {
  const { mail, services } = mailServices()
  const { browser, store, users } = await openConsole({ services })
  const { id = 0 } = users.get('author') ?? {}
  const author = browser()
  const emailOf = async () => (await usersIn(store).get(id))?.email
  await author.signIn('author')
  t.match(await author.press(PATH, 'Change email address', { email: 'editor@example.com' }), {
    status: 400,
    text: /Another user has this email address/,
  })
  t.match(await author.press(PATH, 'Change email address', { email: 'nothing' }), { status: 400 })
  t.same(mail, [])
  t.match(await author.press(PATH, 'Change email address', { email: 'new@example.com' }), {
    status: 303,
    location: `${PATH}?done=email-sent`,
  })
  t.match(mail, [{ to: 'new@example.com', subject: 'Confirm your email address for https://site.example' }])
  t.match((await author.visit(PATH)).text, 'A link was sent to new@example.com.')
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
  t.match(await author.press(link, 'Confirm'), { status: 303, location: `${PATH}?done=email` })
  t.equal(await emailOf(), 'new@example.com')
  t.match((await author.visit(`${PATH}?done=email`)).text, 'The email address was changed.')
  t.match(await author.visit(link), { text: /The link is not valid/ })
})

t.test('a change is cancelled', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ services })
  const { signIn, press, visit } = browser()
  await signIn('author')
  await press(PATH, 'Change email address', { email: 'new@example.com' })
  t.match(await press(PATH, 'Keep the current address'), { status: 303, location: `${PATH}?done=email-cancelled` })
  t.notMatch((await visit(PATH)).text, 'new@example.com')
  const link = /https:\/\/site\.example(\/\S+)/.exec(mail[0]?.text ?? '')?.[1] ?? ''
  t.match(await visit(link), { text: /The link is not valid/ })
})

t.test('without a mailer, the address changes at once', async t => {
  const { browser, store, users } = await openConsole()
  const { signIn, press } = browser()
  await signIn('author')
  t.match(await press(PATH, 'Change email address', { email: 'new@example.com' }), {
    status: 303,
    location: `${PATH}?done=email`,
  })
  t.match(await usersIn(store).get(users.get('author')?.id ?? 0), { email: 'new@example.com' })
})
