import { metaIn, usersIn } from '@platen/site'
import t from 'tap'
import { someTurns } from '../../../some-turns.js'
import { onEveryStore } from '../../every-store.js'
import { makeSite } from '../../make-site.js'
import { mailServices, tokenMail } from './sent-mail.js'

const DAY = 24 * 60 * 60 * 1000
const INVALID = { code: 'rest_invalid_token', status: 400 }

onEveryStore(t, 'an address changes when its token is confirmed', async (t, make) => {
  const { mail, services } = mailServices()
  const { site, store, users } = await make({ services })
  const { emailChanges } = site.content
  const author = users.get('author')
  const editor = users.get('editor')
  if (author === undefined || editor === undefined) throw new Error('The site has no users.')
  const by = { as: author }
  const change = { user: author.id, email: 'new@example.com', mail: tokenMail }
  t.equal(await emailChanges.pending(author.id, by), undefined)
  await emailChanges.request(change, by)
  t.match(mail, [{ to: 'new@example.com' }])
  t.equal(await emailChanges.pending(author.id, by), 'new@example.com')
  t.match(await usersIn(store).get(author.id), { email: 'author@example.com' })
  const token = mail[0]?.text ?? ''
  t.notMatch(JSON.stringify((await metaIn(store).find({})).records), token.split('.')[1] ?? '')

  for (const as of [editor, site.principalOf(undefined), site.system])
    await t.rejects(emailChanges.confirm(token, { as }), INVALID, 'a token is for its own user')
  for (const wrong of ['', `${token}x`, token.slice(1), `${editor.id}${token.slice(1)}`])
    await t.rejects(emailChanges.confirm(wrong, by), INVALID, wrong)
  t.equal(await site.content.passwordResets.find(token), undefined, 'it sets no password')
  t.match(await emailChanges.confirm(token, by), { email: 'new@example.com' })
  t.match(await usersIn(store).get(author.id), { email: 'new@example.com' })
  t.equal(await emailChanges.pending(author.id, by), undefined)
  await t.rejects(emailChanges.confirm(token, by), INVALID, 'a token works once')
})

t.test('addresses and tokens that are refused', async t => {
  const { mail, time, services } = mailServices()
  const { site, users, store } = await makeSite({ services })
  const { emailChanges } = site.content
  const author = users.get('author')
  const editor = users.get('editor')
  if (author === undefined || editor === undefined) throw new Error('The site has no users.')
  const by = { as: author }
  const request = (email: string, user = author.id) => emailChanges.request({ user, email, mail: tokenMail }, by)
  for (const [email, code] of [
    ['nothing', 'rest_invalid_param'],
    ['', 'rest_invalid_param'],
    [`a@example.com\r\nBcc: b@example.com`, 'rest_invalid_param'],
    [`${'x'.repeat(200)}@example.com`, /too_long|invalid_param/],
    ['Editor@example.com', 'rest_user_invalid_email'],
  ] as const)
    await t.rejects(request(email), { code }, email)
  await t.rejects(request('free@example.com', editor.id), { code: 'rest_cannot_edit', status: 403 })
  await t.rejects(emailChanges.pending(editor.id, by), { code: 'rest_cannot_edit', status: 403 })
  await t.rejects(emailChanges.cancel(editor.id, by), { code: 'rest_cannot_edit', status: 403 })
  t.same(mail, [])

  await request('free@example.com')
  const taken = mail.at(-1)?.text ?? ''
  await site.content.users.update(editor.id, { email: 'free@example.com' }, { as: site.system })
  await t.rejects(emailChanges.confirm(taken, by), { code: 'rest_user_invalid_email' }, 'somebody else has it by now')
  t.match(await usersIn(store).get(author.id), { email: 'author@example.com' })

  await request('one@example.com')
  const one = mail.at(-1)?.text ?? ''
  await request('two@example.com')
  await t.rejects(emailChanges.confirm(one, by), INVALID, 'another request replaces it')
  await emailChanges.cancel(author.id, by)
  t.equal(await emailChanges.pending(author.id, by), undefined)
  await t.rejects(emailChanges.confirm(mail.at(-1)?.text ?? '', by), INVALID)
  await request('three@example.com')
  time.now += DAY
  t.equal(await emailChanges.pending(author.id, by), undefined)
  await t.rejects(emailChanges.confirm(mail.at(-1)?.text ?? '', by), INVALID, 'it has expired')
})

t.test('an address that no mail can be sent to stays unused', async t => {
  const { services } = mailServices()
  const mailer = { send: () => Promise.reject(new Error('no route')) }
  const logger = { info() {}, warn() {}, error() {} }
  const { site, users } = await makeSite({ services: { ...services, mailer, logger } })
  const as = users.get('author') ?? site.system
  const change = { user: as.id, email: 'new@example.com', mail: tokenMail }
  await t.rejects(site.content.emailChanges.request(change, { as }), { code: 'rest_mail_failed', status: 503 })
})

const PASSWORD = 'a new password'
const [PASSWORD_RESETS_INVALID, STILL] = [{ code: 'rest_invalid_token', status: 400 }, 'plain:secret'] as const

onEveryStore(t, 'a lost password is set anew with a mailed token', async (t, make) => {
  const { mail, time, services } = mailServices()
  const { site, store } = await make({ services })
  const { passwordResets } = site.content
  t.equal(passwordResets.isAvailable(), true)
  const session = await site.sessions.signIn({ login: 'admin', password: 'secret' })
  if (session === undefined) throw new Error('The password is not the known one.')
  const cookie = String(site.sessions.setCookies(session)[0]).split(';')[0] ?? ''
  t.ok(await site.sessions.read(cookie))
  await passwordResets.request({ login: 'ADMIN@example.com', mail: tokenMail })
  t.same(mail, [], 'it resolves before anything is mailed')
  await someTurns()
  t.match(mail, [{ to: 'admin@example.com', subject: 'For admin until 2024-01-02T00:00:00.000Z' }])
  const token = mail[0]?.text ?? ''
  t.match(await passwordResets.find(token), { login: 'admin' })
  const everything = JSON.stringify((await metaIn(store).find({})).records)
  t.match(everything, '_password_reset')
  t.notMatch(everything, token.split('.')[1] ?? '', 'only the hash is stored')

  for (const wrong of ['', 'x', `${token}x`, token.slice(0, -1), `2${token.slice(1)}`, `0${token}`, `${token}\n`, '1.'])
    await t.rejects(passwordResets.complete({ token: wrong, password: PASSWORD }), PASSWORD_RESETS_INVALID, wrong)
  for (const password of ['', '0', 'back\\slash'])
    await t.rejects(passwordResets.complete({ token, password }), { code: 'rest_user_invalid_password', status: 400 })
  t.match(await usersIn(store).get(session.user.id), { passwordHash: STILL })
  time.now += DAY - 1
  t.match(await passwordResets.complete({ token, password: PASSWORD }), { login: 'admin' })
  t.equal(await site.sessions.read(cookie), undefined, 'all sessions have ended')
  t.equal(await passwordResets.find(token), undefined)
  await t.rejects(
    passwordResets.complete({ token, password: 'another one' }),
    PASSWORD_RESETS_INVALID,
    'a token works once',
  )
  t.ok(await site.sessions.signIn({ login: 'admin', password: PASSWORD }))
  t.equal(await site.sessions.signIn({ login: 'admin', password: 'secret' }), undefined)
})

t.test('sessions end even if the new password is the old one', async t => {
  const { mail, services } = mailServices()
  const { site } = await makeSite({ services })
  const session = await site.sessions.signIn({ login: 'admin', password: 'secret' })
  if (session === undefined) throw new Error('The password is not the known one.')
  const cookie = String(site.sessions.setCookies(session)[0]).split(';')[0] ?? ''
  await site.content.passwordResets.request({ login: 'admin', mail: tokenMail })
  await someTurns()
  await site.content.passwordResets.complete({ token: mail[0]?.text ?? '', password: 'secret' })
  t.equal(await site.sessions.read(cookie), undefined)
})

t.test('a clock that is set back neither keeps links from being mailed nor prolongs their validity', async t => {
  const { mail, time, services } = mailServices()
  const { site } = await makeSite({ services })
  const { passwordResets } = site.content
  await passwordResets.request({ login: 'admin', mail: tokenMail })
  await someTurns()
  time.now -= 365 * DAY
  t.equal(await passwordResets.find(mail[0]?.text ?? ''), undefined)
  await passwordResets.request({ login: 'admin', mail: tokenMail })
  await someTurns()
  t.equal(mail.length, 2)
  t.match(await passwordResets.find(mail[1]?.text ?? ''), { login: 'admin' })
})

t.test('tokens that end', async t => {
  const { mail, time, services } = mailServices()
  const { site, users } = await makeSite({ services })
  const { passwordResets } = site.content
  const { id = 0 } = users.get('author') ?? {}
  const next = async () => {
    time.now += 61_000
    await passwordResets.request({ login: 'author', mail: tokenMail })
    await someTurns()
    return mail.at(-1)?.text ?? ''
  }
  const expired = await next()
  time.now += DAY
  t.equal(await passwordResets.find(expired), undefined)
  await t.rejects(passwordResets.complete({ token: expired, password: PASSWORD }), PASSWORD_RESETS_INVALID)

  const older = await next()
  const newer = await next()
  t.equal(await passwordResets.find(older), undefined, 'another one replaces it')
  t.ok(await passwordResets.find(newer))

  await site.content.users.update(id, { email: 'elsewhere@example.com' }, { as: site.system })
  t.equal(await passwordResets.find(newer), undefined, 'the address that it was mailed to is no longer the account’s')
  const token = await next()
  await site.content.users.update(id, { password: PASSWORD }, { as: site.system })
  t.equal(await passwordResets.find(token), undefined, 'the password is not lost any more')
  const last = await next()
  await site.content.users.delete(id, { as: site.system })
  t.equal(await passwordResets.find(last), undefined)
})

t.test('unknown names, and many requests', async t => {
  const { mail, time, services } = mailServices()
  const { site, store } = await makeSite({ services })
  const { passwordResets } = site.content
  for (const login of ['nobody', '', ' ', 'x'.repeat(10_000), 'nobody@example.com'])
    t.equal(await passwordResets.request({ login, mail: tokenMail }), undefined)
  await someTurns()
  t.same(mail, [])
  t.same((await metaIn(store).find({})).records, [])
  await Promise.all(Array.from({ length: 20 }, () => passwordResets.request({ login: 'author', mail: tokenMail })))
  await someTurns()
  t.equal(mail.length, 1, 'at most one mail a minute')
  time.now += 60_000
  await passwordResets.request({ login: 'author', mail: tokenMail })
  await someTurns()
  t.equal(mail.length, 2)
})

t.test('a mailer that fails, and a site without one', async t => {
  const { services } = mailServices()
  const logged: string[] = []
  const logger = { info() {}, warn() {}, error: (_: object, message: string) => void logged.push(message) }
  const mailer = { send: () => Promise.reject(new Error('no route')) }
  const { site, users } = await makeSite({ services: { ...services, mailer, logger } })
  const { id = 0 } = users.get('author') ?? {}
  await site.content.passwordResets.request({ login: 'author', mail: tokenMail })
  await someTurns()
  t.equal(logged.length, 2)
  const failed = { code: 'rest_mail_failed', status: 503 }
  await t.rejects(site.content.passwordResets.invite(id, tokenMail, { as: site.system }), failed)

  const { site: silent } = await makeSite()
  t.equal(silent.content.passwordResets.isAvailable(), false)
  t.equal(await silent.content.passwordResets.request({ login: 'author', mail: tokenMail }), undefined)
  await t.rejects(silent.content.passwordResets.invite(id, tokenMail, { as: silent.system }), failed)
})

t.test('who may edit a user may have a link mailed', async t => {
  const { mail, services } = mailServices()
  const { site, users } = await makeSite({ services })
  const { id = 0 } = users.get('author') ?? {}
  for (const role of ['editor', 'subscriber']) {
    const as = users.get(role) ?? site.principalOf(undefined)
    await t.rejects(site.content.passwordResets.invite(id, tokenMail, { as }), {
      code: 'rest_cannot_edit',
      status: 403,
    })
  }
  await t.rejects(site.content.passwordResets.invite(id, tokenMail, { as: site.principalOf(undefined) }), {
    code: 'rest_cannot_edit',
    status: 401,
  })
  await t.rejects(site.content.passwordResets.invite(9999, tokenMail, { as: site.system }), {
    code: 'rest_user_invalid_id',
    status: 404,
  })
  t.same(mail, [])
  await site.content.passwordResets.invite(id, tokenMail, { as: users.get('administrator') ?? site.system })
  t.match(mail, [{ to: 'author@example.com' }])
  await site.content.passwordResets.complete({ token: mail[0]?.text ?? '', password: PASSWORD })
  t.ok(await site.sessions.signIn({ login: 'author', password: PASSWORD }))
})
