import t from 'tap'
import { openConsole } from '../console/open-console.js'
import { aWhile, mailServices, tokenMail } from '../site/features/account-links/sent-mail.js'
import { makeSite } from '../site/make-site.js'

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

t.test('the mail to a new address holds no text of the user', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ services })
  const { signIn, press } = browser()
  await signIn('subscriber')
  await press('/console/profile', 'Save', { name: 'Dear winner, visit https://evil.example to get your prize' })
  await press('/console/profile', 'Change email address', { email: 'victim@elsewhere.example' })
  t.match(mail, [{ to: 'victim@elsewhere.example' }])
  t.notMatch(JSON.stringify(mail), /winner|evil/)
})

t.test('requests of strangers neither flood a mailbox nor keep ending its link', async t => {
  const { mail, time, services } = mailServices()
  const { site } = await makeSite({ services })
  const { passwordResets } = site.content
  const ask = async (at: number) => {
    const remoteAddress = `10.${at >> 8}.${at & 255}.1`
    await passwordResets.request({ login: 'admin', mail: tokenMail, remoteAddress })
    await aWhile()
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
