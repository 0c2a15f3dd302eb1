import { usersIn } from '@platen/site'
import t, { type Test } from 'tap'
import { attribute, fieldsOf, openConsole, type Visit } from '../console/open-console.js'
import { mailServices } from '../site/features/account-links/sent-mail.js'

/** Unexpected values of fields and parameters. */
const HOSTILE = [
  `"><script>alert(1)</script>`,
  '',
  '-1',
  '9'.repeat(400),
  'x'.repeat(20_000),
  '\u0000',
  '\ud800',
  '__proto__',
  '{"a":[',
  '../../users/1?force=true',
  'a\r\nSet-Cookie: x=y',
  '\u202e%s%00%ff',
]
const PARAMETERS = ['id', 'page', 'search', 'role', 'kind', 'done', 'token', 'revoke', 'delete', 'redirect', 'key']

const open = async () => {
  const { services } = mailServices()
  const made = await openConsole({ services })
  const id = made.users.get('author')?.id
  const pages = ['', 'users', `user?id=${id}`, 'new-user', `delete-user?id=${id}`, 'settings', 'themes', 'plugins']
  const more = [
    'site-health',
    'activity',
    'profile',
    'confirm-email',
    'sign-out',
    'sign-in',
    'lost-password',
    'set-password',
  ]
  return { ...made, services, pages: [...pages, ...more].map(page => `/console/${page}`) }
}

/** Whether a page is a sound document, or leads on within the site. */
function check(t: Test, { status, errors, all, body, location }: Visit, what: string): void {
  t.ok(status < 500, `${status} ${what}`)
  t.same([body === '' ? [] : errors, all('script').length], [[], 0], what)
  t.match(location ?? '/', /^\/(?!\/)/, 'redirects stay on the site')
}

t.test('no parameter breaks a page', async t => {
  const { browser, pages } = await open()
  const { signIn, visit } = browser()
  await signIn('admin')
  for (const path of pages) {
    for (const value of HOSTILE) {
      const parameters = new URLSearchParams(PARAMETERS.map(name => [name, value]))
      check(t, await visit(`${path.split('?')[0]}?${parameters}`), `${path} ${value.slice(0, 30)}`)
    }
  }
})

t.test('no field breaks a page', async t => {
  const { browser, store, users, pages } = await open()
  const { signIn, visit, post } = browser()
  await signIn('admin')
  let sent = 0
  // Neither the session nor the user is to end.
  for (const path of pages.filter(each => !/sign-out|delete-user/.test(each))) {
    for (const form of (await visit(path)).all('form').filter(each => attribute(each, 'method') === 'post')) {
      const fields = fieldsOf(form)
      const own = Object.keys(fields).filter(name => !['nonce', 'action', 'version'].includes(name))
      for (const value of HOSTILE) {
        const all = { ...fields, ...Object.fromEntries(own.map(name => [name, value])) }
        for (const changed of [all, { ...fields, action: value }, { ...all, version: value }, { ...all, nonce: value }])
          check(t, await post(path, changed), `${path} ${fields['action'] ?? ''} ${value.slice(0, 30)}`)
        sent += 4
      }
    }
  }
  t.ok(sent > 150)
  t.match(await usersIn(store).get(users.get('administrator')?.id ?? 0), { login: 'admin', roles: ['administrator'] })
  t.equal((await visit('/console/')).status, 200)
})
