import t from 'tap'
import { openConsole } from '../console/open-console.js'
import { mailServices, tokenMail } from '../site/features/account-links/sent-mail.js'
import { makeSite } from '../site/make-site.js'
import { someTurns } from '../some-turns.js'

const MINUTE = 60_000

t.test('users cannot have mail sent to strangers without end', async t => {
  const { mail, time, services } = mailServices()
  const { site, users } = await makeSite({ services })
  const eve = users.get('subscriber')
  const editor = users.get('editor')
  if (eve === undefined || editor === undefined) throw new Error('The site has no users.')
  const request = (at: number, user = eve) =>
    site.content.emailChanges
      .request({ user: user.id, email: `victim${at}@example.com`, mail: tokenMail }, { as: user })
      .then(
        () => 200,
        error => error.status,
      )
  const statuses: number[] = []
  for (let at = 0; at < 100; at++) {
    statuses.push(await request(at))
    time.now += MINUTE / 10
  }
  t.same(statuses.slice(0, 10), Array(10).fill(200))
  t.equal(statuses.filter(status => status === 429).length, 100 - mail.length)
  t.ok(mail.length <= 12, `${mail.length} mails`)
  t.equal(await request(100, editor), 200, 'others go on')
})

t.test('notices about an account do not flood an address, which may be that of a stranger', async t => {
  const { mail, services } = mailServices()
  const { send, users } = await makeSite({ services })
  const change = async (body: Readonly<Record<string, string>>) =>
    t.equal((await send('POST /users/me', { as: 'subscriber', body })).status, 200)
  const path = '/users/me/application-passwords'
  await change({ email: 'victim@example.com' })
  for (let at = 0; at < 50; at++)
    t.equal((await send(`POST ${path}`, { as: 'subscriber', body: { name: `visit evil.example ${at}` } })).status, 201)
  t.equal(mail.filter(({ subject }) => /application/.test(subject)).length, 10)
  mail.length = 0
  for (let at = 0; at < 50; at++) await change({ email: at % 2 === 0 ? 'other@example.com' : 'victim@example.com' })
  t.equal(mail.length, 9, 'other kinds of notices are counted apart')
  mail.length = 0
  for (let at = 0; at < 50; at++) await change({ password: `secret ${at}` })
  t.equal(mail.length, 10)
  await send(`POST /users/${users.get('author')?.id}`, { body: { password: 'new' } })
  t.equal(mail.length, 11, 'and other users')
})

t.test('mail with links contains no text of the user', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ services })
  const { signIn, press } = browser()
  await signIn('subscriber')
  await press('/console/profile', 'Save', { name: 'Dear winner, visit https://evil.example to get your prize' })
  await press('/console/profile', 'Change email address', { email: 'victim@elsewhere.example' })
  t.match(mail, [{ to: 'victim@elsewhere.example' }])
  await press('/console/lost-password', 'Send the link', { login: 'subscriber' })
  await someTurns()
  t.equal(mail.length, 2)
  t.notMatch(JSON.stringify(mail), /winner|evil/)
})

t.test('requests of strangers neither flood a mailbox nor keep invalidating its link', async t => {
  const { mail, time, services } = mailServices()
  const { site } = await makeSite({ services })
  const { passwordResets } = site.content
  const ask = async (at: number) => {
    const remoteAddress = `10.${at >> 8}.${at & 255}.1`
    await passwordResets.request({ login: 'admin', mail: tokenMail, remoteAddress })
    await someTurns()
  }
  for (let at = 0; at < 60; at++) {
    await ask(at)
    time.now += 2 * MINUTE
  }
  t.ok(mail.length <= 7, `${mail.length} mails in two hours`)
  const token = mail.at(-1)?.text ?? ''
  t.match(await passwordResets.find(token), { login: 'admin' }, 'the last link works')
  await passwordResets.complete({ token, password: 'a new password' })
  const before = mail.length
  await ask(61)
  t.equal(mail.length, before + 1, 'who has set a password may lose it again')
})
