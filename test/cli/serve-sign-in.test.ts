import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

/** Serves a site; resolves with its URL and the fields of a form that signs its administrator in. */
async function serve(t: Test, dialect: 'cms' | 'wp', config?: string) {
  const data = newFolder(t)
  const configured = config === undefined ? [] : ['--config', join(data, 'site.mjs')]
  if (config !== undefined) writeFileSync(join(data, 'site.mjs'), config)
  const { out } = await run(['init', '--data', data, '--dialect', dialect])
  const [, pwd = ''] = /with the password (\S+)/.exec(out) ?? []
  const running = start(['serve', '--create', '--port', '0', '--data', data, '--log-level', 'silent', ...configured])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  return { site: new URL(api).origin, credentials: { log: 'admin', pwd, testcookie: '1' } }
}

const post = (site: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${site}/wp-login.php`, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' })

t.test('a client of the dialect wp signs in by form, gets a nonce and uses it', async t => {
  const { site, credentials } = await serve(t, 'wp')
  const answer = await post(site, { ...credentials, rememberme: 'forever' })
  t.same([answer.status, answer.headers.get('location')], [302, `${site}/`])
  t.equal(answer.headers.get('cache-control'), 'private, no-store')
  const [set = '', ...others] = answer.headers.getSetCookie()
  t.same(others, [])
  t.match(set, /^wp_session_[\da-f]{12}=\S+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
  const cookie = set.split(';')[0] ?? ''
  const nonce = await fetch(`${site}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } })
  t.equal(nonce.status, 200)
  const headers = { cookie, 'X-WP-Nonce': await nonce.text() }
  const me = await fetch(`${site}/wp-json/wp/v2/users/me`, { headers })
  t.equal(me.status, 200)
  t.equal(me.headers.get('x-wp-nonce'), headers['X-WP-Nonce'])
  t.equal((await fetch(`${site}/wp-json/wp/v2/users/me`, { headers: { cookie } })).status, 401)
  for (const sent of [{}, { cookie: 'a=1' }, { cookie: `${cookie}x` }]) {
    const none = await fetch(`${site}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: sent })
    t.same([none.status, await none.text()], [400, '0'])
  }
  t.equal((await fetch(`${site}/wp-admin/admin-ajax.php?action=other`, { headers: { cookie } })).status, 404)
})

t.test('the form redirects only to the site', async t => {
  const { site, credentials } = await serve(t, 'wp')
  const { host } = new URL(site)
  for (const [to, location] of [
    ['', '/'],
    ['/posts?x=1#y', '/posts?x=1#y'],
    [`${site}/a`, '/a'],
    ['a', '/a'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['\t//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['data:text/html,x', '/'],
    [`http://${host}@evil.example/`, '/'],
    [`http://evil.example@${host}/a`, '/a'],
    [`http://${host}.evil.example/`, '/'],
    ['/a\r\nSet-Cookie: x=y', '/aSet-Cookie:%20x=y'],
    ['http://[', '/'],
    ['/\u{1f600}', '/%F0%9F%98%80'],
  ] as const) {
    const answer = await post(site, { ...credentials, redirect_to: to })
    t.same([answer.status, answer.headers.get('location')], [302, `${site}${location}`], JSON.stringify(to))
    t.equal(answer.headers.getSetCookie().length, 1)
  }
})

t.test('the form is read as its clients send it', async t => {
  const { site, credentials } = await serve(t, 'wp')
  for (const [rememberme, remembered] of [
    ['forever', true],
    ['1', true],
    ['0', false],
    ['', false],
  ] as const) {
    const [cookie] = (await post(site, { ...credentials, rememberme })).headers.getSetCookie()
    t.equal(cookie?.includes('Max-Age='), remembered, rememberme)
  }
  const to = async (query: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ ...credentials, ...form })
    const answer = await fetch(`${site}/wp-login.php?${query}`, { method: 'POST', body, redirect: 'manual' })
    return answer.headers.get('location')
  }
  t.equal(await to('redirect_to=%2Fa', {}), `${site}/a`)
  t.equal(await to('redirect_to=%2Fa', { redirect_to: '/b' }), `${site}/b`, 'the field counts')
  t.equal(await to('redirect_to=https://evil.example/', {}), `${site}/`)
})

t.test('multipart forms sign in as well, without files', async t => {
  const { site, credentials } = await serve(t, 'wp')
  const send = async (fields: Record<string, string | Blob>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const answer = await fetch(`${site}/wp-login.php`, { method: 'POST', body, redirect: 'manual' })
    return [answer.status, answer.headers.get('location'), answer.headers.getSetCookie().length]
  }
  t.same(await send({ ...credentials, redirect_to: '/a' }), [302, `${site}/a`, 1])
  t.same(await send({ ...credentials, pwd: 'wrong' }), [403, null, 0])
  t.same(await send({ ...credentials, file: new Blob(['x']) }), [415, null, 0])
  t.same(await send({ ...credentials, x: 'x'.repeat(100_000) }), [413, null, 0])
  const many = Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`x${at}`, '']))
  t.match((await send({ ...credentials, ...many }))[0], 413)
  const broken = { 'content-type': 'multipart/form-data' }
  t.equal((await post(site, credentials, broken)).status, 400)
})

t.test('a refused sign-in preserves the redirect target', async t => {
  const { site, credentials } = await serve(t, 'wp')
  const wrong = { ...credentials, pwd: 'wrong' }
  const actionOf = async (redirect_to: string) =>
    / action="([^"]*)"/.exec(await (await post(site, { ...wrong, redirect_to })).text())?.[1]
  t.equal(await actionOf('/a?b=1'), `console/sign-in?redirect_to=${encodeURIComponent(`${site}/a?b=1`)}`)
  t.equal(await actionOf('https://evil.example/'), 'console/sign-in')
  const body = new URLSearchParams({ login: credentials.log, password: credentials.pwd })
  const answer = await fetch(`${site}/${await actionOf('/a?b=1')}`, { method: 'POST', body, redirect: 'manual' })
  t.same([answer.status, answer.headers.get('location')], [303, `${site}/a?b=1`])
})

t.test('a refused sign-in sets no cookie', async t => {
  const { site, credentials } = await serve(t, 'wp')
  for (const [what, form, headers, status] of [
    ['a wrong password', { log: 'admin', pwd: 'x' }, {}, 403],
    ['an unknown login', { log: 'nobody', pwd: credentials.pwd }, {}, 403],
    ['no fields', {}, {}, 403],
    ['a null byte', { log: 'admin\0', pwd: `${credentials.pwd}\0` }, {}, 403],
    ['another type', credentials, { 'content-type': 'text/plain' }, 415],
    ['a page of another site', credentials, { origin: 'https://evil.example' }, 403],
    ['a sandboxed page', credentials, { origin: 'null' }, 403],
    ['too much', { ...credentials, x: 'x'.repeat(100_000) }, {}, 413],
  ] as const) {
    const answer = await post(site, form, headers)
    t.equal(answer.status, status, what)
    t.same(answer.headers.getSetCookie(), [], what)
    t.notMatch(await answer.text(), credentials.pwd)
  }
  t.equal((await post(site, credentials, { origin: site })).status, 302, 'a page of the site itself')
})

t.test('a form without a length is limited as well, and one that waits is read', async t => {
  const { site, credentials } = await serve(t, 'wp')
  const send = (headers: Record<string, string>, text: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const type = 'application/x-www-form-urlencoded'
      const req = request(`${site}/wp-login.php`, { method: 'POST', headers: { 'content-type': type, ...headers } })
      req.on('response', res => resolve(res.resume().statusCode)).on('error', reject)
      if (headers['expect'] === undefined) req.end(text)
      else req.on('continue', () => req.end(text)).flushHeaders()
    })
  const form = String(new URLSearchParams(credentials))
  t.equal(await send({ 'transfer-encoding': 'chunked' }, form), 302)
  t.equal(await send({ 'transfer-encoding': 'chunked' }, `${form}&x=${'x'.repeat(80_000)}`), 413)
  t.equal(await send({ expect: '100-continue', 'content-length': String(form.length) }, form), 302)
})

t.test('other forms of the login page do not count as attempts to sign in', async t => {
  const { site, credentials } = await serve(t, 'wp')
  for (const action of ['postpass', 'logout', 'register', 'confirmaction']) {
    const body = new URLSearchParams({ ...credentials, post_password: 'x' })
    const answer = await fetch(`${site}/wp-login.php?action=${action}`, { method: 'POST', body, redirect: 'manual' })
    t.same([answer.status, answer.headers.getSetCookie()], [404, []], action)
  }
  const body = new URLSearchParams(credentials)
  const answer = await fetch(`${site}/wp-login.php?action=login`, { method: 'POST', body, redirect: 'manual' })
  t.equal(answer.status, 302)
})

t.test('without the console, refusals are plain texts', async t => {
  const { site, credentials } = await serve(t, 'wp', 'export default { console: false }')
  const refused = await post(site, { ...credentials, pwd: 'wrong' })
  t.equal(refused.status, 403)
  t.match(refused.headers.get('content-type'), /^text\/plain/)
  t.equal((await post(site, credentials)).status, 302)
})

t.test('the dialect cms has no such paths', async t => {
  const { site, credentials } = await serve(t, 'cms')
  t.equal((await post(site, credentials)).status, 404)
  t.equal((await fetch(`${site}/wp-admin/admin-ajax.php?action=rest-nonce`)).status, 404)
  const login = await fetch(`${site}/cms-login.php`, { method: 'POST', body: new URLSearchParams(credentials) })
  t.equal(login.status, 404)
})

t.test('guesses wait', async t => {
  const { site, credentials } = await serve(t, 'wp')
  const statuses: number[] = []
  for (let at = 0; at < 10; at++) statuses.push((await post(site, { ...credentials, pwd: 'wrong' })).status)
  t.same([...new Set(statuses)], [403])
  let refused = await post(site, { ...credentials, pwd: 'wrong' })
  while (refused.status !== 429) refused = await post(site, { ...credentials, pwd: 'wrong' })
  t.match(refused.headers.get('retry-after'), /^[1-9]\d*$/)
  t.equal(refused.headers.get('set-cookie'), null)
  t.equal(refused.headers.get('cache-control'), 'private, no-store')
  const page = await refused.text()
  t.match(refused.headers.get('content-type'), /^text\/html/)
  t.match(page, /role="alert">[^<]*Seconds to wait: \d+/)
  t.match(page, '<form method="post" class="fields" action="console/sign-in">')
  t.match(page, 'value="admin"')
  t.notMatch(page, 'wrong"')
  t.equal((await fetch(`${site}/wp-json/wp/v2/posts`)).status, 200, 'those who do not sign in read on')
})
