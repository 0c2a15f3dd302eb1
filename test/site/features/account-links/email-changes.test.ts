import { metaIn, usersIn } from '@platen/site'
import t from 'tap'
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
