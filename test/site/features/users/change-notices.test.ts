import { usersIn } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'
import { mailServices, tokenMail } from '../account-links/sent-mail.js'

t.test('the previous address gets a notice when the address changes', async t => {
  const { mail, services } = mailServices()
  const { send, site, users } = await makeSite({ title: 'Salt &amp; pepper', services })
  const author = users.get('author')
  const changed = await send('POST /users/me', { as: 'author', body: { email: 'one@example.com' } })
  t.equal(changed.status, 200)
  t.match(mail, [{ to: 'author@example.com', subject: '[Salt & pepper] Email address changed' }])
  t.match(mail[0]?.text, /your account author at https:\/\/site\.example was changed/)
  t.notMatch(mail[0]?.text, /one@example|Somebody who manages/)

  await send(`POST /users/${author?.id}`, { body: { email: 'two@example.com' } })
  t.match(mail[1], { to: 'one@example.com', text: /Somebody who manages/ })

  const by = { as: (await usersIn(site.context.store).get(author?.id ?? 0)) ?? site.system }
  await site.content.emailChanges.request({ user: author?.id ?? 0, email: 'three@example.com', mail: tokenMail }, by)
  t.match(mail[2], { to: 'three@example.com' })
  await site.content.emailChanges.confirm(mail[2]?.text ?? '', by)
  t.match(mail.slice(3), [{ to: 'two@example.com', subject: /Email address changed/ }])
})

t.test('the user gets a notice about a new password', async t => {
  const { mail, services } = mailServices()
  const { send, site, users } = await makeSite({ services })
  const id = users.get('author')?.id ?? 0
  await send('POST /users/me', { as: 'author', body: { password: 'one secret' } })
  t.match(mail, [{ to: 'author@example.com', subject: '[A site] Password changed' }])
  t.match(mail[0]?.text, /your account author at https:\/\/site\.example was changed/)
  t.notMatch(mail[0]?.text, /one secret|Somebody who manages/)
  await send(`POST /users/${id}`, { body: { password: 'two secret', email: 'new@example.com' } })
  t.same(
    mail.slice(1).map(({ to, subject }) => `${to} ${subject}`),
    ['author@example.com [A site] Email address changed', 'author@example.com [A site] Password changed'],
    'at the address that whoever changed both does not have',
  )
  t.match(mail[2]?.text, /Somebody who manages/)
  await site.content.passwordResets.invite(id, tokenMail, { as: site.system })
  await site.content.passwordResets.complete({ token: mail[3]?.text ?? '', password: 'three secret' })
  t.match(mail.slice(4), [{ to: 'new@example.com', subject: '[A site] Password changed' }])
})

t.test('other changes, refused changes and changes by the system send none', async t => {
  const { mail, services } = mailServices()
  const { send, site, users } = await makeSite({ services })
  const id = users.get('author')?.id ?? 0
  await send('POST /users/me', { as: 'author', body: { name: 'A', email: 'author@example.com' } })
  t.equal((await send('POST /users/me', { as: 'author', body: { email: 'editor@example.com' } })).status, 400)
  t.equal((await send(`POST /users/${id}`, { as: 'editor', body: { email: 'x@example.com' } })).status, 403)
  await site.content.users.update(id, { email: 'new@example.com', password: 'new' }, { as: site.system })
  t.same(mail, [])
})

t.test('a notice that cannot be sent fails nothing', async t => {
  const logged: object[] = []
  const logger = { info() {}, warn() {}, error: (data: object) => logged.push(data) }
  const { send } = await makeSite({
    services: { logger, mailer: { send: () => Promise.reject(new Error('no route')) } },
  })
  t.equal((await send('POST /users/me', { as: 'author', body: { email: 'one@example.com' } })).status, 200)
  t.match(logged, [{ err: { message: 'no route' } }])
})
