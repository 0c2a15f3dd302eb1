import { cmsDialect, pluginsIn, usersIn, wpDialect } from '@platen/site'
import { registerConsoleRoutes } from '@platen/site/console'
import t from 'tap'
import { mailServices, tokenMail } from '../features/account-links/sent-mail.js'
import { makeSite } from '../make-site.js'
import { temporaryFolder, writePackages } from '../plugins/plugin-packages.js'

const mails = { password: tokenMail, email: tokenMail }
const UUID = '8f0b2ab4-6a3c-4d0b-9f4a-0c1d2e3f4a5b'
const ROLES = ['anonymous', 'subscriber', 'editor', 'administrator'] as const

/** Routes, and what anonymous callers, a subscriber, an editor and the administrator get. The editor is user 2. */
const PERMITTED: readonly (readonly [request: string, body: object | undefined, statuses: readonly number[]])[] = [
  ['GET /site', undefined, [200, 200, 200, 200]],
  ['GET /roles', undefined, [401, 403, 403, 200]],
  ['GET /events', undefined, [401, 403, 403, 200]],
  ['GET /themes', undefined, [401, 403, 403, 200]],
  ['POST /active-theme', { stylesheet: 'none' }, [401, 403, 403, 404]],
  ['GET /plugin-failures', undefined, [401, 403, 403, 200]],
  ['GET /users/2', undefined, [401, 403, 200, 200]],
  ['GET /users/999', undefined, [401, 403, 403, 404]],
  ['POST /users/2/password-link', {}, [401, 403, 200, 200]],
  ['DELETE /users/2/sessions', undefined, [401, 403, 200, 200]],
  ['GET /email-change', undefined, [401, 200, 200, 200]],
  ['POST /email-change', { email: 'new@example.org' }, [401, 202, 202, 202]],
  ['POST /email-change', { email: 'editor@example.com' }, [401, 400, 202, 400]],
  ['POST /email-change', { email: 'x' }, [401, 400, 400, 400]],
  ['POST /email-change/confirmation', { token: 'x' }, [401, 400, 400, 400]],
  ['DELETE /email-change', undefined, [401, 200, 200, 200]],
  ['POST /approvals', { uuid: UUID, name: '' }, [401, 400, 400, 400]],
  ['POST /approvals', { uuid: 'x', name: 'App' }, [401, 400, 400, 400]],
  ['POST /password-resets', { login: 'nobody' }, [202, 202, 202, 202]],
  ['POST /password-resets/lookup', { token: 'x' }, [400, 400, 400, 400]],
  ['POST /password-resets/completion', { token: 'x', password: 'a new password' }, [400, 400, 400, 400]],
]

for (const [name, dialect] of [
  ['cms', cmsDialect],
  ['wp', wpDialect],
] as const) {
  t.test(`who may call them, with the dialect ${name}`, async t => {
    const { site, send } = await makeSite({ dialect, services: mailServices().services })
    registerConsoleRoutes(site, mails)
    for (const [request, body, statuses] of PERMITTED) {
      const [method, path] = request.split(' ')
      for (const [at, as] of ROLES.entries()) {
        const { status } = await send(`${method} //console/v1${path}`, { as, body })
        const what = `${request} ${JSON.stringify(body ?? {})} ${as}`
        // With the dialect wp, arguments are validated before it matters who calls.
        if (statuses[at] === 401 && name === 'wp') t.ok(status === 401 || status === 400, what)
        else t.equal(status, statuses[at], what)
      }
    }
  })
}

t.test('only a site with a console has them', async t => {
  const { site, send } = await makeSite()
  const namespaces = async () => ((await send('GET //')).body as { namespaces: readonly string[] }).namespaces
  t.notOk((await namespaces()).includes('console/v1'))
  t.equal((await send('GET //console/v1/site')).status, 404)
  registerConsoleRoutes(site, mails)
  t.ok((await namespaces()).includes('console/v1'))
  const expected = { api_url: 'https://site.example/cms-json', title: 'A site', language: '', can_mail: false }
  t.strictSame((await send('GET //console/v1/site', { as: 'anonymous' })).body, expected)
  const described = await send('OPTIONS //console/v1/events')
  t.match(described.body, { schema: { title: 'audit-event', properties: { kind: { enum: Array } } } })
})

t.test('a second console replaces the mails', async t => {
  const { mail, services } = mailServices()
  const { site, send } = await makeSite({ services })
  registerConsoleRoutes(site, mails)
  registerConsoleRoutes(site, { ...mails, password: () => ({ subject: 'Second', text: 'x' }) })
  t.equal((await send('POST //console/v1/users/2/password-link')).status, 200)
  t.match(mail, [{ subject: 'Second' }])
})

t.test('they stay when the plugins change', async t => {
  const folder = writePackages(temporaryFolder(t), { hello: { entry: 'export default { name: "hello" }' } })
  const { mail, services } = mailServices()
  const { site, send } = await makeSite({ services, plugins: pluginsIn(folder) })
  await site.ready()
  registerConsoleRoutes(site, mails)
  for (const status of ['active', 'inactive']) {
    t.equal((await send('POST /plugins/hello/index', { body: { status } })).status, 200, status)
    t.equal((await send('GET //console/v1/events')).status, 200, status)
  }
  t.equal((await send('POST //console/v1/users/2/password-link')).status, 200)
  t.equal(mail.length, 1)
})

const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  '0',
  'x'.repeat(100_000),
  '\0',
  '\ud800',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>',
  '__proto__',
  `1.${'A'.repeat(43)}`,
  `${'9'.repeat(15)}.${'A'.repeat(43)}`,
  -1,
  1e308,
  true,
  [],
  ['x', ['y']],
  {},
  { toString: 1 },
]
const ARGUMENTS = [
  'id',
  'uuid',
  'name',
  'app_id',
  'email',
  'token',
  'login',
  'password',
  'stylesheet',
  'kind',
  'user',
  'page',
]

for (const [name, dialect] of [
  ['cms', cmsDialect],
  ['wp', wpDialect],
] as const) {
  t.test(`hostile arguments are refused, with the dialect ${name}`, async t => {
    const errors: unknown[] = []
    const { site, send, store } = await makeSite({
      dialect,
      services: mailServices().services,
      onError: error => errors.push(error),
    })
    registerConsoleRoutes(site, mails)
    const before = JSON.stringify(await usersIn(store).find({}))
    const valid = {
      uuid: UUID,
      name: 'App',
      email: 'new@example.com',
      token: 'x',
      login: 'nobody',
      password: 'a password',
    }
    for (const [request] of PERMITTED) {
      const [method, path = ''] = request.split(' ')
      for (const value of HOSTILE) {
        for (const argument of ARGUMENTS) {
          const { status } = await send(`${method} //console/v1${path}`, { body: { ...valid, [argument]: value } })
          if (status >= 500) t.fail(`${status}: ${request} ${argument} ${JSON.stringify(value).slice(0, 60)}`)
        }
        const at = encodeURIComponent(Buffer.from(JSON.stringify(value).slice(0, 1000)).toString())
        const { status } = await send(`${method} //console/v1${path.replace('2', at)}?page=${at}&kind=${at}&user=${at}`)
        if (status >= 500) t.fail(`${status}: ${request} ${at}`)
      }
    }
    t.same(errors, [])
    t.equal(JSON.stringify(await usersIn(store).find({})), before, 'no account has changed')
  })
}
