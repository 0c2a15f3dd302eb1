import { applicationPasswordsIn } from '@platen/site'
import t, { type Test } from 'tap'
import {
  attribute,
  type Browser,
  fieldsOf,
  openConsole,
  type TestConsole,
  type Visit,
} from '../console/open-console.js'

const PAGE = '/console/authorize-application'
const SUCCESS = 'https://app.example/done'

const pageFor = (parameters: Readonly<Record<string, string>>) => `${PAGE}?${new URLSearchParams(parameters)}`
const OWN = pageFor({ app_name: 'Phone', success_url: SUCCESS })

const countOf = ({ store }: TestConsole) => applicationPasswordsIn(store).count()

/** The fields of the form, as the page shows it to this user. */
const formOf = async ({ visit }: Browser, path: string) => fieldsOf((await visit(path)).all('form')[0])

async function signedIn(made: TestConsole, login: string): Promise<Browser> {
  const tab = made.browser()
  await tab.signIn(login)
  return tab
}

/** A header is one line of printable ASCII, whatever was sent. */
function soundHeaders(t: Test, { headers }: Visit, what: string) {
  for (const [name, value] of Object.entries(headers))
    for (const line of [value].flat()) t.match(line, /^[ -~]*$/, `${what} ${name}`)
}

t.test('forged forms create nothing, and lead nowhere', async t => {
  const made = await openConsole()
  const tab = await signedIn(made, 'admin')
  const other = await signedIn(made, 'editor')
  const form = await formOf(tab, OWN)
  const good: Readonly<Record<string, string>> = { ...form, decision: 'approve' }
  const profile = fieldsOf((await tab.visit('/console/sign-out')).all('form')[0])
  const evil = pageFor({ app_name: 'Phone', success_url: 'https://evil.example/' })
  const same = { origin: 'https://site.example' }
  const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))
  const forged: Readonly<Record<string, () => Promise<Visit>>> = {
    'from another origin': () => tab.post(OWN, good, { origin: 'https://evil.example' }),
    'from an opaque origin': () => tab.post(OWN, good, { origin: 'null' }),
    'from another site, says the browser': () => tab.post(OWN, good, { 'sec-fetch-site': 'cross-site' }),
    'from a host below the same domain': () => tab.post(OWN, good, { 'sec-fetch-site': 'same-site' }),
    'without anything': () => tab.post(OWN, { decision: 'approve', app_name: 'x' }, same),
    'without a nonce': () => tab.post(OWN, without('nonce'), same),
    'without a proof': () => tab.post(OWN, without('proof'), same),
    'without its id': () => tab.post(OWN, without('form'), same),
    'with another id': () => tab.post(OWN, { ...good, form: '11111111-2222-4333-8444-555555555555' }, same),
    'with the nonce of another page': () => tab.post(OWN, { ...good, nonce: profile['nonce'] ?? '' }, same),
    'with the nonce as proof': () => tab.post(OWN, { ...good, proof: good['nonce'] ?? '' }, same),
    'of another user': () => other.post(OWN, good, same),
    'for another application': () => tab.post(evil, good, same),
    'for other parameters': () => tab.post(`${OWN}&reject_url=https%3A%2F%2Fevil.example`, good, same),
    'with changed parameters': () => tab.post(`${PAGE}?app_name=Phone`, good, same),
  }
  for (const [what, send] of Object.entries(forged)) {
    const answer = await send()
    t.equal(answer.status, 403, what)
    t.equal(answer.headers['Location'], undefined, what)
    t.equal(await countOf(made), 0, what)
  }
  t.equal((await made.browser().post(OWN, good, same)).location?.startsWith('/console/sign-in'), true)
  t.equal(await countOf(made), 0)
  t.match(await tab.post(OWN, good, same), { status: 303, headers: { Location: /^https:\/\/app\.example\/done\?/ } })
})

t.test('a form sent again creates no second password', async t => {
  const made = await openConsole()
  const tab = await signedIn(made, 'admin')
  const good = { ...(await formOf(tab, OWN)), decision: 'approve' }
  const all = await Promise.all(Array.from({ length: 5 }, () => tab.post(OWN, good)))
  t.same(all.map(({ status }) => status).sort(), [303, 409, 409, 409, 409])
  const again = await tab.post(OWN, { ...good, app_name: 'Another name' })
  t.equal(again.status, 409)
  t.equal(again.headers['Location'], undefined)
  t.equal(await countOf(made), 1)
  await tab.press('/console/sign-out', 'Sign out')
  t.match(await tab.post(OWN, good), { status: 303, location: /^\/console\/sign-in/ }, 'after signing out')
  await tab.signIn('admin')
  t.equal((await tab.post(OWN, good)).status, 403, 'in another session')
  t.equal(await countOf(made), 1)
})

const FORBIDDEN = [
  'http://app.example/',
  'HTTP://app.example/',
  'http:app.example',
  'http:\\\\app.example',
  '//app.example/',
  '\\\\app.example/',
  '/console/',
  'app.example',
  '?x',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://app.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'blob:https://app.example/x',
  'file:///etc/passwd',
  'about:blank',
  'view-source:https://app.example/',
  'filesystem:https://app.example/x',
  'ws://app.example/',
  'wss://app.example/',
  'ftp://app.example/',
  'mailto:a@app.example',
  'sms:123',
  'tel:123',
  'intent://x#Intent;scheme=https;end',
  'chrome://settings',
  'ms-msdt:/id',
  'https://',
  'https:// app.example/',
  'https://app.example/\r\nSet-Cookie: a=1',
  'https://app.example/%0d%0a\nx',
  'https://[::1',
  'https://app.example:99999/',
  ':',
  '://x',
  '%00https://app.example',
  `https://app.example/${'x'.repeat(5000)}`,
]

t.test('URLs without encryption, of scripts and of the system lead nowhere', async t => {
  const made = await openConsole()
  const tab = await signedIn(made, 'admin')
  const good = await formOf(tab, OWN)
  for (const name of ['success_url', 'reject_url'])
    for (const url of FORBIDDEN) {
      const path = pageFor({ app_name: 'Phone', [name]: url })
      const what = `${name} ${JSON.stringify(url).slice(0, 60)}`
      const page = await tab.visit(path)
      t.equal(page.status, 400, what)
      t.equal(page.all('form').length, 0, what)
      t.notOk(
        page.all('a').some(each => each.attrs.some(({ value }) => value.includes('app.example'))),
        what,
      )
      soundHeaders(t, page, what)
      for (const decision of ['approve', 'refuse']) {
        const answer = await tab.post(path, { ...good, decision })
        t.equal(answer.headers['Location'], undefined, what)
        t.ok(answer.status === 400 || answer.status === 403, what)
      }
    }
  t.equal(await countOf(made), 0)
})

const HOSTILE = 'a\r\nSet-Cookie: x=1\r\n\r\n<script>alert(1)</script>"\'&\u2028\u0000\ud800é'

t.test('no parameter adds a header or markup', async t => {
  const made = await openConsole()
  const tab = await signedIn(made, 'admin')
  for (const decision of ['approve', 'refuse'])
    for (const success_url of [
      `https://app.example/${encodeURIComponent('\r\nX: 1')}?${encodeURIComponent('\r\n')}=1#${encodeURIComponent('\r\n')}`,
      'https://app.example/é?ü=<>"#ß',
      "myapp:a'b<c>é",
      'https://user:pass@app.example/',
    ]) {
      const path = pageFor({ app_name: HOSTILE, success_url })
      const page = await tab.visit(path)
      t.equal(page.status, 200)
      t.same([page.all('script').length, page.all('form').length], [0, 1])
      soundHeaders(t, page, success_url)
      const answer = await tab.post(path, { ...fieldsOf(page.all('form')[0]), decision, app_name: 'Phone' })
      t.equal(answer.status, 303)
      soundHeaders(t, answer, success_url)
      t.match(new URL(String(answer.headers['Location'])).protocol, /^(https|myapp):$/)
    }
  const first = await made.browser().visit(pageFor({ app_name: HOSTILE, success_url: `https://x/${HOSTILE}` }))
  t.equal(first.status, 303)
  soundHeaders(t, first, 'to the sign-in form')
  const form = await made.browser().visit(first.location ?? '')
  t.equal(form.all('script').length, 0)
  const back = await made.browser().signIn('admin', first.location)
  soundHeaders(t, back, 'back to the page')
  t.ok(back.location?.startsWith(`${PAGE}?`))
})

t.test('nothing leads away from the site before the user has decided', async t => {
  const made = await openConsole()
  const tab = await signedIn(made, 'admin')
  const parameters = { app_name: 'Phone', success_url: SUCCESS, reject_url: 'https://app.example/no' }
  for (const [what, page] of [
    ['the page', await tab.visit(pageFor(parameters))],
    ['with a decision in the query', await tab.visit(pageFor({ ...parameters, decision: 'approve' }))],
    ['the sign-in form', await tab.visit(`/console/sign-in?${new URLSearchParams({ redirect: OWN.slice(9) })}`)],
    ['a URL as page', await tab.visit(`/console/sign-in?${new URLSearchParams({ redirect: SUCCESS })}`)],
    ['no decision', await tab.post(OWN, await formOf(tab, OWN))],
    ['another decision', await tab.post(OWN, { ...(await formOf(tab, OWN)), decision: 'perhaps' })],
  ] as const) {
    const to = page.location
    t.ok(to === undefined || to.startsWith('/console/'), `${what} ${to}`)
    t.match(page.headers, { 'Referrer-Policy': 'same-origin', 'X-Frame-Options': 'DENY' }, what)
    t.match(page.headers['Content-Security-Policy'], /default-src 'none'.*frame-ancestors 'none'/, what)
    t.equal(page.headers['Cache-Control'], 'private, no-store', what)
    for (const each of ['meta', 'iframe', 'img', 'script'])
      t.notOk(
        page.all(each).some(({ attrs }) => attrs.some(({ value }) => value.includes('app.example'))),
        what,
      )
  }
  t.equal(await countOf(made), 0)
})

t.test('forms lead only to the schemes that the page has shown', async t => {
  const tab = await signedIn(await openConsole(), 'admin')
  for (const [parameters, expected] of [
    [{}, "form-action 'self';"],
    [{ success_url: SUCCESS }, "form-action 'self' https:;"],
    [{ success_url: SUCCESS, reject_url: 'myapp:no' }, "form-action 'self' https: myapp:;"],
    [{ success_url: "my.app+1-2:x;script-src'*'" }, "form-action 'self' my.app+1-2:;"],
  ] as const) {
    const { headers } = await tab.visit(pageFor({ app_name: 'Phone', ...parameters }))
    t.ok(String(headers['Content-Security-Policy']).includes(expected), expected)
  }
  t.notMatch((await tab.visit('/console/')).headers['Content-Security-Policy'], 'https:')
})

t.test('the password and its response are only for the user', async t => {
  const made = await openConsole()
  const tab = await signedIn(made, 'admin')
  const answer = await tab.post(OWN, { ...(await formOf(tab, OWN)), decision: 'approve' })
  t.match(answer.headers, { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'same-origin' })
  const password = new URL(String(answer.headers['Location'])).searchParams.get('password') ?? ''
  t.equal(answer.body, '')
  for (const path of [OWN, '/console/profile', '/console/'])
    t.notOk((await tab.visit(path)).body.includes(password), path)
})

t.test('parameters of an application cannot replace those of the site', async t => {
  const tab = await signedIn(await openConsole(), 'editor')
  const success_url = `${SUCCESS}?user_login=admin&site_url=https%3A%2F%2Fevil.example&password=x&password=y`
  const path = pageFor({ app_name: 'Phone', success_url })
  const answer = await tab.post(path, { ...(await formOf(tab, path)), decision: 'approve' })
  const { searchParams } = new URL(String(answer.headers['Location']))
  t.same(searchParams.getAll('user_login'), ['editor'])
  t.same(searchParams.getAll('site_url'), ['https://site.example'])
  t.equal(searchParams.getAll('password').length, 1)
})

t.test('signing out is a link of every page, and password managers know the fields of passwords', async t => {
  const { browser } = await openConsole()
  const { visit, signIn } = browser()
  const passwordFields = async (path: string) => {
    const page = await visit(path)
    t.equal(page.status, 200, path)
    const fields = page.all('input').filter(each => /password|current|repeat/.test(attribute(each, 'name') ?? ''))
    for (const field of fields) {
      t.equal(attribute(field, 'type'), 'password', path)
      t.match(attribute(field, 'autocomplete'), /^(?:current|new)-password$/, path)
    }
    t.same(page.all('script'), [])
    return { page, count: fields.length }
  }
  t.equal((await passwordFields('/console/sign-in')).count, 1)
  await signIn('admin')
  const pages = ['', 'users', 'new-user', 'profile', 'settings', 'themes', 'plugins', 'activity', 'site-health']
  for (const name of pages) {
    const { page } = await passwordFields(`/console/${name}`)
    const links = page.all('a').map(each => attribute(each, 'href'))
    t.ok(
      links.some(href => href?.endsWith('sign-out')),
      name,
    )
  }
  t.equal((await passwordFields('/console/profile')).count, 3)
})
