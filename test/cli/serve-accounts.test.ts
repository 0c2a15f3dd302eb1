import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

const PASSWORD = 'correct horse battery staple'

async function serve(t: Parameters<typeof newFolder>[0], config?: string) {
  const data = newFolder(t)
  await run(['init', '--data', data, '--password', PASSWORD])
  const file = join(data, 'platen.config.mjs')
  writeFileSync(file, `export default ${config ?? '{}'}`)
  const running = start(['serve', '--create', '--port', '0', '--data', data, '--config', file, '--log-level', 'silent'])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  return new URL(api).origin
}

t.test('administrators sign in over HTTP', async t => {
  const origin = await serve(t)
  const form = await fetch(`${origin}/console`)
  t.same([form.status, form.url], [200, `${origin}/console/sign-in`])
  const signIn = (given: Record<string, string>, from = origin) =>
    fetch(`${origin}/console/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(given),
      headers: { origin: from },
      redirect: 'manual',
    })
  t.equal((await signIn({ login: 'admin', password: 'wrong' })).status, 403)
  t.equal((await signIn({ login: 'admin', password: PASSWORD }, 'http://evil.example')).status, 403)
  const body = new FormData()
  for (const [name, value] of Object.entries({ login: 'admin', password: PASSWORD })) body.append(name, value)
  const multipart = await fetch(`${origin}/console/sign-in`, { method: 'POST', body, redirect: 'manual' })
  t.same([multipart.status, multipart.headers.getSetCookie().length], [303, 1])
  const signedIn = await signIn({ login: 'ADMIN', password: PASSWORD })
  t.same([signedIn.status, signedIn.headers.get('location')], [303, './'])
  const cookie = signedIn.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const page = await fetch(`${origin}/console/`, { headers: { cookie } })
  const html = await page.text()
  t.equal(page.status, 200)
  t.match(html, /<dt>Platen<\/dt><dd>\d+\.\d+\.\d+</)
  t.match(html, /<dt>Node<\/dt><dd>\d+\./)
  for (const name of ['themes', 'plugins', 'site-health'])
    t.equal((await fetch(`${origin}/console/${name}`, { headers: { cookie } })).status, 200, name)
  t.match(await (await fetch(`${origin}/`)).text(), /REST interface/, 'the front page stays')
  t.equal((await fetch(`${origin}/console/sign-in`, { method: 'POST', body: 'x'.repeat(100_000) })).status, 415)
})

t.test('the configuration moves the console, or leaves it out', async t => {
  const routes = async (origin: string) => (await fetch(`${origin}/cms-json/console/v1/site`)).status
  const moved = await serve(t, `{ console: { path: '/office', messages: { signIn: 'Anmelden' } } }`)
  t.equal((await fetch(`${moved}/console`)).status, 404)
  t.match(await (await fetch(`${moved}/office`)).text(), /<h1>Anmelden<\/h1>/)
  t.match(await (await fetch(`${moved}/`)).text(), '<a href="/office">')
  t.equal(await routes(moved), 200)
  const without = await serve(t, '{ console: false }')
  t.equal(await routes(without), 404)
  t.equal((await fetch(`${without}/console`)).status, 404)
  t.notMatch(await (await fetch(`${without}/`)).text(), 'console')
})

/** Serves a new site; resolves with its origin and the root of its interface. */
async function serveForApproval(t: Test, config: string, ...options: string[]) {
  const data = newFolder(t)
  await run(['init', '--data', data, '--password', PASSWORD, ...options])
  const file = join(data, 'platen.config.mjs')
  writeFileSync(file, `export default ${config}`)
  const running = start(['serve', '--create', '--port', '0', '--data', data, '--config', file, '--log-level', 'silent'])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  return { origin: new URL(api).origin, api }
}

interface Discovery {
  readonly authentication: {
    readonly 'application-passwords'?: { readonly endpoints: { readonly authorization: string } }
  }
}

async function authorizeUrl(api: string): Promise<string | undefined> {
  const { authentication } = (await (await fetch(`${api}/?_fields=authentication`)).json()) as Discovery
  return authentication['application-passwords']?.endpoints.authorization
}

for (const [config, options, path] of [
  ['{}', [], '/console/authorize-application'],
  ['{}', ['--dialect', 'wp'], '/wp-admin/authorize-application.php'],
  ['{ console: { path: "/office" } }', [], '/office/authorize-application'],
  ['{ console: false }', [], undefined],
  ['{ applicationPasswords: { available: false } }', [], undefined],
] as const)
  t.test(`discovery of ${config} ${options.join(' ')}`, async t => {
    const { origin, api } = await serveForApproval(t, config, ...options)
    t.equal(await authorizeUrl(api), path && origin + path)
  })

t.test('a site without the console may have its own approval page', async t => {
  const { api } = await serveForApproval(
    t,
    '{ console: false, applicationPasswords: { approvalUrl: "https://sso.example/ok" } }',
  )
  t.equal(await authorizeUrl(api), 'https://sso.example/ok')
})

const attribute = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''

for (const [dialect, namespace] of [
  ['cms', 'cms/v2'],
  ['wp', 'wp/v2'],
] as const)
  t.test(`an application is approved over HTTP (${dialect})`, async t => {
    const { origin, api } = await serveForApproval(t, '{}', '--dialect', dialect)
    const page = new URL((await authorizeUrl(api)) ?? '')
    page.search = String(new URLSearchParams({ app_name: 'Phone', success_url: 'https://app.example/done?a=1' }))
    const form = await fetch(page)
    t.match(form.url, `${origin}/console/sign-in?redirect=authorize-application`)
    const headers = { origin }
    const signedIn = await fetch(form.url, {
      method: 'POST',
      body: new URLSearchParams({ login: 'admin', password: PASSWORD }),
      headers,
      redirect: 'manual',
    })
    t.equal(signedIn.status, 303)
    const cookie = signedIn.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
    const target = new URL(signedIn.headers.get('location') ?? '', form.url)
    const html = await (await fetch(target, { headers: { cookie } })).text()
    const fields = Object.fromEntries(['nonce', 'form', 'proof', 'app_name'].map(name => [name, attribute(html, name)]))
    const approved = await fetch(target, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, decision: 'approve' }),
      headers: { ...headers, cookie },
      redirect: 'manual',
    })
    t.equal(approved.status, 303, html)
    const { host, searchParams } = new URL(approved.headers.get('location') ?? '')
    t.same([host, searchParams.get('a'), searchParams.get('site_url')], ['app.example', '1', origin])
    const user = `${searchParams.get('user_login')}:${searchParams.get('password')}`
    const created = await fetch(`${api}/${namespace}/posts`, {
      method: 'POST',
      body: JSON.stringify({ title: 'From the phone' }),
      headers: {
        authorization: `Basic ${Buffer.from(user).toString('base64')}`,
        'content-type': 'application/json',
      },
    })
    t.equal(created.status, 201)
  })

/** Serves a site; resolves with its URL and the fields of a form that signs its administrator in. */
async function serveForSignIn(t: Test, dialect: 'cms' | 'wp', config?: string) {
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
  const { site, credentials } = await serveForSignIn(t, 'wp')
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
  const { site, credentials } = await serveForSignIn(t, 'wp')
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
  const { site, credentials } = await serveForSignIn(t, 'wp')
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
  const { site, credentials } = await serveForSignIn(t, 'wp')
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
  const { site, credentials } = await serveForSignIn(t, 'wp')
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
  const { site, credentials } = await serveForSignIn(t, 'wp')
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
  const { site, credentials } = await serveForSignIn(t, 'wp')
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
  const { site, credentials } = await serveForSignIn(t, 'wp')
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
  const { site, credentials } = await serveForSignIn(t, 'wp', 'export default { console: false }')
  const refused = await post(site, { ...credentials, pwd: 'wrong' })
  t.equal(refused.status, 403)
  t.match(refused.headers.get('content-type'), /^text\/plain/)
  t.equal((await post(site, credentials)).status, 302)
})

t.test('the dialect cms has no such paths', async t => {
  const { site, credentials } = await serveForSignIn(t, 'cms')
  t.equal((await post(site, credentials)).status, 404)
  t.equal((await fetch(`${site}/wp-admin/admin-ajax.php?action=rest-nonce`)).status, 404)
  const login = await fetch(`${site}/cms-login.php`, { method: 'POST', body: new URLSearchParams(credentials) })
  t.equal(login.status, 404)
})

t.test('guesses wait', async t => {
  const { site, credentials } = await serveForSignIn(t, 'wp')
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
