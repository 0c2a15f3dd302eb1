import type { Mailer } from '@platen/site'
import { createApplicationPassword } from '@platen/site/operations'
import t from 'tap'
import { makeSite } from '../../make-site.js'

type Mail = Parameters<Mailer['send']>[0]

function mailbox() {
  const sent: Mail[] = []
  return { sent, mailer: { send: async (mail: Mail) => void sent.push(mail) } }
}

const LIST = '/users/me/application-passwords'

t.test('the user gets mail about a new password, without the password', async t => {
  const { sent, mailer } = mailbox()
  const { send, users } = await makeSite({ title: 'Salt & pepper', services: { mailer } })
  const { body } = await send(`POST ${LIST}`, { as: 'editor', body: { name: 'Phone & <b>co</b>' } })
  const { password } = body as { password: string }
  t.match(sent, [{ to: 'editor@example.com', subject: '[Salt & pepper] New application password: Phone & co' }])
  t.match(sent[0]?.text, /"Phone & co".*account editor at https:\/\/site\.example/)
  t.notMatch(sent[0]?.text, 'Somebody who manages')
  for (const secret of [password, password.replaceAll(' ', '')]) t.notOk(JSON.stringify(sent).includes(secret))
  await send(`POST /users/${users.get('editor')?.id}/application-passwords`, { body: { name: 'By another' } })
  t.match(sent[1], { to: 'editor@example.com', text: /Somebody who manages/ })
})

t.test('names cannot add lines to the header', async t => {
  const { sent, mailer } = mailbox()
  const { site } = await makeSite({ title: 'A\r\nBcc: all@example.com', services: { mailer } })
  await site.content.applicationPasswords.create(
    { user: 1, name: 'B\r\nBcc: x@example.com&#10;Bcc: y' },
    { as: site.system },
  )
  t.equal(sent.length, 1)
  t.notMatch(sent[0]?.subject, /[\r\n]/)
})

t.test('a refused or failed creation sends none', async t => {
  const { sent, mailer } = mailbox()
  const { send, site } = await makeSite({ services: { mailer } })
  await send(`POST ${LIST}`, { body: { name: ' ' } })
  await send('POST /users/1/application-passwords', { as: 'author', body: { name: 'x' } })
  await t.rejects(
    site.content.transaction(async tx => {
      await createApplicationPassword(tx, site.system, { user: 1, name: 'x' })
      throw new Error('rolled back')
    }),
  )
  t.same(sent, [])
})

t.test('mail can be turned off, and its failure fails nothing', async t => {
  const { sent, mailer } = mailbox()
  const off = await makeSite({ services: { mailer }, applicationPasswords: { notices: false } })
  t.equal((await off.send(`POST ${LIST}`, { body: { name: 'x' } })).status, 201)
  t.same(sent, [])
  const logged: object[] = []
  const logger = { info() {}, warn() {}, error: (data: object) => logged.push(data) }
  const cause = new Error('no route')
  const broken = await makeSite({ services: { logger, mailer: { send: () => Promise.reject(cause) } } })
  t.equal((await broken.send(`POST ${LIST}`, { body: { name: 'x' } })).status, 201)
  t.same(logged, [{ err: cause, user: 1 }])
})
