import { metaIn } from '@platen/site'
import { registerConsoleRoutes } from '@platen/site/console'
import t from 'tap'
import { someTurns } from '../../some-turns.js'
import { mailServices, tokenMail } from '../features/account-links/sent-mail.js'
import { makeSite } from '../make-site.js'

const PASSWORD = 'a password that is new'

async function open() {
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
  const { mail, post, site, store, logged } = await open()
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
  const { site, mail } = await open()
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
  const { mail, post, send, users } = await open()
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
  const { post } = await open()
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
