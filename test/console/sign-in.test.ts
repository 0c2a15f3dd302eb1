import { wpDialect } from '@platen/site'
import t from 'tap'
import { mailServices } from '../site/features/account-links/sent-mail.js'
import { someTurns } from '../some-turns.js'
import { attribute, openConsole, PASSWORD } from './open-console.js'

t.test('pages redirect to the sign-in form and back', async t => {
  const { browser } = await openConsole()
  const { visit, post } = browser()
  t.match(await visit('/console'), { status: 303, location: '/console/' })
  t.match(await visit('/console/'), { status: 303, location: '/console/sign-in' })
  t.match(await visit('/console/themes'), { status: 303, location: '/console/sign-in?redirect=themes' })
  t.match(await post('/console/themes', { stylesheet: 'x' }), {
    status: 303,
    location: '/console/sign-in?redirect=themes',
  })
  const form = await visit('/console/sign-in?redirect=themes')
  t.equal(form.status, 200)
  for (const input of form.all('input').filter(each => attribute(each, 'type') !== 'checkbox'))
    t.ok(form.all('label').some(label => attribute(label, 'for') === attribute(input, 'id')))
  const path = '/console/sign-in?redirect=themes'
  const signedIn = await post(path, { login: 'admin', password: PASSWORD })
  t.match(signedIn, { status: 303, location: '/console/themes' })
  for (const line of [signedIn.headers['Set-Cookie'] ?? []].flat()) t.match(line, /HttpOnly/i)
  t.equal((await visit('/console/themes')).status, 200)
  t.match(await visit('/console/sign-in?redirect=plugins'), { status: 303, location: '/console/plugins' })
})

t.test('the query of a page is carried through signing in', async t => {
  const { browser } = await openConsole()
  const { visit, signIn } = browser()
  const { location = '' } = await visit('/console/plugins?delete=hello%2Findex&x=%26%0d')
  t.equal(location, `/console/sign-in?redirect=${encodeURIComponent('plugins?delete=hello%2Findex&x=%26%0d')}`)
  const plugins = '/console/plugins?delete=hello%2Findex&x=%26%0D'
  t.match(await signIn('admin', location), { status: 303, location: plugins })
  t.match(await visit(location), { status: 303, location: plugins }, 'also for those who have signed in')
  const evil = `/console/sign-in?${new URLSearchParams({ redirect: 'themes?a=1\r\nX-Evil: 1&b=//evil.example' })}`
  t.match(await visit(evil), { location: '/console/themes?a=1%0D%0AX-Evil%3A+1&b=%2F%2Fevil.example' })
})

t.test('redirects stay within the console', async t => {
  const { browser } = await openConsole()
  for (const next of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '../..//evil.example',
    'themes/../../x',
    '__proto__',
    'themes\r\nX-Evil: 1',
    '',
  ]) {
    const path = `/console/sign-in?${new URLSearchParams({ redirect: next })}`
    t.match(await browser().signIn('admin', path), { status: 303, location: '/console/' }, next)
  }
  t.match(await browser().signIn('admin', '/console/sign-in?redirect[]=themes'), { location: '/console/' })
})

t.test('wrong credentials', async t => {
  const { browser } = await openConsole()
  const { post, visit } = browser()
  const login = '"><script>alert(1)</script>'
  for (const form of [{ login: 'admin', password: 'wrong' }, { login, password: 'x' }, { password: PASSWORD }, {}]) {
    const page = await post('/console/sign-in', form)
    t.match(page, { status: 403, text: /incorrect/ })
    t.equal(page.headers['Set-Cookie'], undefined)
    t.same(page.errors, [])
    t.equal(page.all('script').length, 0)
    const [input] = page.all('input')
    t.equal(attribute(input, 'value'), 'login' in form ? form.login : '')
    t.notOk(page.body.includes('wrong'), 'no password is sent back')
  }
  t.match(await visit('/console/'), { status: 303 })
})

t.test('a form of another site signs nobody in', async t => {
  const { browser } = await openConsole()
  const form = { login: 'admin', password: PASSWORD }
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://site.example.evil.example' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://site.example' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const page = await browser().post('/console/sign-in', form, headers)
    t.match(page, { status: 403, text: /another site/ })
    t.equal(page.headers['Set-Cookie'], undefined)
  }
  for (const headers of [{}, { origin: 'https://site.example' }, { 'sec-fetch-site': 'same-origin' }])
    t.match(await browser().post('/console/sign-in', form, headers), { status: 303 })
})

t.test('signing out', async t => {
  const { browser } = await openConsole()
  const one = browser()
  const other = browser()
  await one.signIn('admin')
  await other.signIn('admin@example.com')
  t.match(await one.post('/console/sign-out', { nonce: 'x' }), { status: 403 })
  t.equal((await one.visit('/console/')).status, 200, 'a forged form signs nobody out')
  const { nonce = '' } = await nonceOf(one, '/console/sign-out')
  t.match(await one.post('/console/sign-out', { nonce }), { status: 303, location: '/console/sign-in' })
  t.match(await one.visit('/console/'), { status: 303 })
  t.equal((await other.visit('/console/')).status, 200)
  await one.signIn('admin')
  const again = await nonceOf(one, '/console/sign-out')
  t.match(await one.post('/console/sign-out', { nonce: again.nonce, everywhere: 'yes' }), { status: 303 })
  t.match(await other.visit('/console/'), { status: 303 })
})

async function nonceOf({ visit }: ReturnType<Awaited<ReturnType<typeof openConsole>>['browser']>, path: string) {
  const page = await visit(path)
  const input = page.all('input').find(each => attribute(each, 'name') === 'nonce')
  return { nonce: attribute(input, 'value') ?? '' }
}

t.test('clients that guess must wait', async t => {
  const { browser } = await openConsole({ services: frozen })
  const { post } = browser({ remoteAddress: '192.0.2.1' })
  const path = '/console/sign-in'
  for (let at = 0; at < 10; at++) t.equal((await post(path, { login: 'admin', password: 'wrong' })).status, 403)
  const page = await post(path, { login: 'admin', password: PASSWORD })
  t.match(page, { status: 429, text: /Too many attempts.*: 1 /, headers: { 'Retry-After': '1' } })
  t.equal(page.headers['Set-Cookie'], undefined)
  t.same(page.errors, [])
  t.match(await browser({ remoteAddress: '192.0.2.2' }).signIn('admin'), { status: 303 })
})

const frozen = {
  clock: () => Date.UTC(2026, 0, 1),
  passwords: {
    hash: async (text: string) => `plain:${text}`,
    verify: async (hash: string, text: string) => hash === `plain:${text}`,
  },
}

t.test('the login page of the dialect redirects to the console', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ dialect: wpDialect, services })
  const { visit, post } = browser()
  for (const [query, page] of [
    ['', 'sign-in'],
    ['?redirect_to=https%3A%2F%2Fevil.example', 'sign-in'],
    ['?action=lostpassword', 'lost-password'],
    ['?action=logout', 'sign-out'],
    ['?action=rp&key=1.a%2Fb&login=admin', 'set-password?token=1.a%2Fb'],
    ['?action=constructor', 'sign-in'],
    ['?action[]=rp', 'sign-in'],
  ])
    t.match(await visit(`/wp-login.php${query}`), { status: 303, location: `/console/${page}` }, query)
  const path = '/wp-login.php?action=lostpassword'
  for (const login of ['admin', 'nobody', ''])
    t.match(await post(path, { user_login: login }), { status: 303, location: '/console/lost-password?done=sent' })
  await someTurns()
  t.match(mail, [{ to: 'admin@example.com', text: /console\/set-password\?token=/ }])
  t.equal(mail.length, 1)
  for (const [headers, status] of [
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
  ] as const) {
    const page = await post(path, { user_login: 'editor' }, headers)
    t.match(page, { status, errors: [], headers: { 'Content-Security-Policy': String } })
  }
  await someTurns()
  t.equal(mail.length, 1)
  await t.rejects(post('/wp-login.php', { log: 'admin', pwd: 'secret' }), /not a page/, 'signing in is for others')
})

t.test('who has to wait sees the page, from which its links and forms lead on', async t => {
  const { mail, services } = mailServices()
  const { browser } = await openConsole({ dialect: wpDialect, services })
  const { post } = browser({ remoteAddress: '198.51.100.66' })
  const path = '/wp-login.php?action=lostpassword'
  for (let at = 0; at < 10; at++) t.equal((await post(path, { user_login: 'admin' })).status, 303)
  const page = await post(path, { user_login: '"><script>' })
  t.match(page, { status: 429, errors: [], headers: { 'Retry-After': /^[1-9]\d*$/, 'Content-Type': /^text\/html/ } })
  t.match(page.text, /Seconds to wait: \d+/)
  t.equal(page.all('script').length, 0)
  t.equal(attribute(page.all('form')[0], 'action'), 'console/lost-password')
  const links = page.all('a').map(each => attribute(each, 'href'))
  t.ok(links.includes('console/sign-in'))
  await someTurns()
  t.equal(mail.length, 1)
})

/** A console whose author has asked for a new password, and the token of the link that was mailed. */
async function lostPassword() {
  const { mail, services } = mailServices()
  const { browser, site } = await openConsole({ dialect: wpDialect, services })
  const { post } = browser()
  await post('/wp-login.php?action=lostpassword', { user_login: 'author' })
  await someTurns()
  return { site, post, token: /token=(\S+)/.exec(mail[0]?.text ?? '')?.[1] ?? '' }
}

t.test('the form of the login page sets a new password, with the key of the link', async t => {
  const { site, post, token } = await lostPassword()
  const path = '/wp-login.php?action=resetpass'
  const password = 'a password that is new'
  for (const [form, status] of [
    [{ pass1: password, pass2: password }, 400],
    [{ pass1: password, pass2: password, rp_key: `${token}x` }, 400],
    [{ pass1: password, pass2: 'another', rp_key: token }, 400],
    [{ pass1: 'short', pass2: 'short', rp_key: token }, 400],
    [{ rp_key: token }, 400],
  ] as const) {
    const page = await post(path, form)
    t.match(page, { status, errors: [] }, JSON.stringify(form))
    t.equal(page.all('script').length, 0)
  }
  const again = await post(path, { pass1: 'short', rp_key: token })
  t.equal(attribute(again.all('form')[0], 'action'), `console/set-password?token=${token}`)
  const form = { pass1: password, pass2: password, rp_key: token }
  t.equal((await post(path, form, { origin: 'https://evil.example' })).status, 403)
  t.equal(await site.sessions.signIn({ login: 'author', password }), undefined, 'nothing has changed')
  t.match(await post(path, form), { status: 303, location: '/console/sign-in?done=password' })
  t.equal((await site.sessions.signIn({ login: 'author', password }))?.user.login, 'author')
  t.equal((await post(path, form)).status, 400, 'a key works once')
})

t.test('the key may be in the URL, and the password need not be repeated', async t => {
  const { site, post, token } = await lostPassword()
  const pass1 = 'a password that is new'
  t.match(await post(`/wp-login.php?action=rp&key=${token}&login=author`, { pass1 }), { status: 303 })
  t.equal((await site.sessions.signIn({ login: 'author', password: pass1 }))?.user.login, 'author')
})

t.test('signing in redirects to the target of the login page', async t => {
  const { browser } = await openConsole({ dialect: wpDialect })
  for (const [to, location] of [
    ['/wp-admin/post.php?post=1&action=edit', '/wp-admin/post.php?post=1&action=edit'],
    ['https://site.example/a#b', '/a#b'],
    ['a', '/a'],
    ['https://evil.example/', '/console/'],
    ['//evil.example', '/console/'],
    ['/\\evil.example', '/console/'],
    ['javascript:alert(1)', '/console/'],
    ['users', '/users'],
  ] as const) {
    const { visit, press } = browser()
    const page = await visit(`/wp-login.php?redirect_to=${encodeURIComponent(to)}&reauth=1`)
    t.match(page.location, /^\/console\/sign-in(?:\?|$)/, to)
    const signedIn = await press(page.location ?? '', 'Sign in', { login: 'admin', password: PASSWORD })
    t.match(signedIn, { status: 303, location }, to)
    t.match(await visit(page.location ?? ''), { status: 303, location }, `${to} with a session`)
  }
})

t.test('other dialects have no such page', async t => {
  const { browser } = await openConsole()
  await t.rejects(browser().visit('/wp-login.php'), /not a page/)
})
