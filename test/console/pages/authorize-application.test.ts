import { applicationPasswordsIn, wpDialect } from '@platen/site'
import t from 'tap'
import { attribute, type Browser, fieldsOf, openConsole, textOf, type Visit } from '../open-console.js'

const PAGE = '/console/authorize-application'
const APP_ID = '11111111-2222-4333-8444-555555555555'

const pageFor = (parameters: Readonly<Record<string, string>>) => `${PAGE}?${new URLSearchParams(parameters)}`

/** Signs in and opens the page, and presses one of its buttons. */
async function decide(
  { visit, post, signIn }: Browser,
  parameters: Readonly<Record<string, string>>,
  decision: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<Visit> {
  await signIn('editor')
  const page = await visit(pageFor(parameters))
  return post(pageFor(parameters), { ...fieldsOf(page.all('form')[0]), decision, ...changed })
}

const targetOf = ({ headers }: Visit) => new URL(String(headers['Location']))

t.test('approval redirects to `success_url` with the site, the login and the password', async t => {
  for (const [success_url, place, rest] of [
    ['https://app.example/done?a=%20b&user_login=x#end', 'https://app.example', 'a=+b'],
    ['https://app.example:8443', 'https://app.example:8443', ''],
    ['com.example.app:/done', 'com.example.app:', ''],
    ['myapp://done/here', 'myapp:', ''],
    ['myapp:done', 'myapp:', ''],
  ] as const) {
    const { browser, site, store } = await openConsole()
    const request = { app_name: 'Phone', app_id: APP_ID, success_url }
    const tab = browser()
    const page = await tab.signIn('editor').then(() => tab.visit(pageFor(request)))
    t.match(page, { status: 200, text: new RegExp(`Phone.*editor.*${place}`) })
    const scheme = new URL(success_url).protocol
    t.match(page.headers['Content-Security-Policy'], `form-action 'self' ${scheme};`)
    const answer = await decide(tab, request, 'approve')
    t.equal(answer.status, 303)
    const target = targetOf(answer)
    const { password = '', ...others } = Object.fromEntries(target.searchParams)
    t.match(others, { site_url: 'https://site.example', user_login: 'editor' })
    t.match(password, /^[a-zA-Z0-9]{24}$/)
    const begin = new URL(success_url)
    t.same([target.origin, target.pathname, target.hash], [begin.origin, begin.pathname, begin.hash])
    if (rest !== '') t.ok(target.search.includes(rest))
    t.equal(target.searchParams.getAll('user_login').length, 1)
    t.match((await applicationPasswordsIn(store).find({})).records, [{ name: 'Phone', appId: APP_ID }])
    const authorization = `Basic ${Buffer.from(`editor:${password}`).toString('base64')}`
    t.match(
      await site.dispatch({
        method: 'POST',
        path: '/cms/v2/posts',
        headers: { authorization },
        body: { kind: 'json', value: { title: 'From the phone' } },
      }),
      { status: 201 },
    )
  }
})

t.test('without `success_url`, the password is shown, once', async t => {
  const { browser, site } = await openConsole()
  const tab = browser()
  const answer = await decide(tab, { app_name: 'Phone <&> co' }, 'approve')
  t.match(answer, { status: 200, headers: { 'Cache-Control': 'private, no-store' }, text: /Phone <?&?/ })
  const secret = textOf(answer.all('code')[0])
  t.match(secret, /^(\w{4} ){5}\w{4}$/)
  t.equal(answer.all('form').length, 0)
  const authorization = `Basic ${Buffer.from(`editor:${secret}`).toString('base64')}`
  t.match(await site.dispatch({ method: 'GET', path: '/cms/v2/users/me', headers: { authorization } }), { status: 200 })
  t.notOk((await tab.visit(pageFor({ app_name: 'Phone' }))).body.includes(secret))
})

t.test('the application suggests scopes, and the user decides', async t => {
  const { browser, store } = await openConsole()
  const suggested = { app_name: 'Agent', scopes: 'read posts:write' }
  t.match(await decide(browser(), suggested, 'approve'), { status: 200 })
  t.match(await decide(browser(), suggested, 'approve', { scopes: 'read', networks: '10.0.0.0/8' }), { status: 200 })
  t.match(await decide(browser(), { ...suggested, scopes: 'everything' }, 'approve'), { status: 400 })
  t.match((await applicationPasswordsIn(store).find({})).records, [
    { scopes: ['read', 'posts:write'], expires: null, networks: null },
    { scopes: ['read'], networks: ['10.0.0.0/8'] },
  ])
  t.equal(await applicationPasswordsIn(store).count(), 2)
})

t.test('the user may choose another name, and must where there is none', async t => {
  const { browser, store } = await openConsole()
  t.match(await decide(browser(), { app_name: 'Phone' }, 'approve', { app_name: 'My phone' }), { status: 200 })
  const empty = await decide(browser(), {}, 'approve')
  t.match(empty, { status: 400, text: /needs a name/ })
  t.match(await decide(browser(), {}, 'approve', { app_name: 'Tablet' }), { status: 200 })
  t.match((await applicationPasswordsIn(store).find({})).records, [{ name: 'My phone' }, { name: 'Tablet', appId: '' }])
  t.equal(await applicationPasswordsIn(store).count(), 2)
})

for (const [parameters, expected] of [
  [{ reject_url: 'https://app.example/no?a=1', success_url: 'https://app.example/yes' }, 'https://app.example/no?a=1'],
  [{ reject_url: 'myapp://no' }, 'myapp://no'],
  [{ success_url: 'https://app.example/yes?a=1' }, 'https://app.example/yes?a=1&success=false'],
  [{ success_url: 'myapp:yes' }, 'myapp:yes?success=false'],
] as const) {
  t.test(`refusal of ${JSON.stringify(parameters)}`, async t => {
    const { browser, store } = await openConsole()
    const answer = await decide(browser(), { app_name: 'Phone', ...parameters }, 'refuse')
    t.match(answer, { status: 303, headers: { Location: expected } })
    t.equal(await applicationPasswordsIn(store).count(), 0)
  })
}

t.test('refusal without a URL redirects to the console', async t => {
  const { browser } = await openConsole()
  t.match(await decide(browser(), { app_name: 'Phone' }, 'refuse', { app_name: '' }), {
    status: 303,
    location: '/console/',
  })
})

t.test('a parameter that is refused is explained, and nothing can be sent', async t => {
  const { browser, store } = await openConsole()
  const { visit, signIn, post } = browser()
  await signIn('editor')
  for (const [parameters, text] of [
    [{ success_url: 'http://app.example/' }, /success_url.*https/],
    [{ reject_url: 'http://app.example/' }, /reject_url.*https/],
    [{ success_url: 'nothing' }, /invalid URL.*success_url/],
    [{ success_url: '//app.example/' }, /invalid URL/],
    [{ app_id: 'x' }, /UUID/],
    [{ app_name: 'x'.repeat(501) }, /too long/],
    [{ success_url: `https://app.example/${'x'.repeat(2048)}` }, /invalid URL/],
  ] as const) {
    const path = pageFor({ app_name: 'Phone', ...parameters })
    const page = await visit(path)
    t.match(page, { status: 400, text })
    t.equal(page.all('form').length, 0)
    const own = await visit(pageFor({ app_name: 'Phone' }))
    const answer = await post(path, { ...fieldsOf(own.all('form')[0]), decision: 'approve' })
    t.equal(answer.status, 400)
    t.equal(answer.headers['Location'], undefined)
  }
  t.equal(await applicationPasswordsIn(store).count(), 0)
})

t.test('users sign in first, and go on with all parameters', async t => {
  const { browser } = await openConsole()
  const { visit, post } = browser()
  const parameters = {
    app_name: 'Phone & <co> ü',
    app_id: APP_ID,
    success_url: 'https://app.example/yes?a=b&c=d#e',
    reject_url: 'myapp://no?x=%20',
  }
  const first = await visit(pageFor(parameters))
  t.match(first, { status: 303, location: /^\/console\/sign-in\?redirect=/ })
  const wrong = await post(first.location ?? '', { login: 'editor', password: 'wrong' })
  t.equal(wrong.status, 403)
  const back = await post(first.location ?? '', { login: 'editor', password: 'secret' })
  t.equal(back.status, 303)
  const target = new URL(back.location ?? '', 'https://site.example')
  t.equal(target.pathname, PAGE)
  t.same(Object.fromEntries(target.searchParams), parameters)
  const page = await visit(back.location ?? '')
  t.match(page, { status: 200, text: /Phone & <co> ü/ })
  t.same(page.errors, [])
  const name = page.all('input').find(input => attribute(input, 'name') === 'app_name')
  t.equal(attribute(name, 'value'), parameters.app_name)
})

t.test('where application passwords are not available, the page says so', async t => {
  for (const [options, status] of [
    [{ url: 'http://site.example' }, 501],
    [{ applicationPasswords: { available: false } }, 501],
    [{ applicationPasswords: { availableTo: () => false } }, 501],
    [{ url: 'http://site.example', applicationPasswords: { available: true } }, 200],
  ] as const) {
    const { browser, store } = await openConsole(options)
    const { visit, signIn, post } = browser()
    await signIn('editor')
    const page = await visit(pageFor({ app_name: 'Phone', success_url: 'https://app.example/' }))
    t.equal(page.status, status)
    t.equal(page.all('form').length, status === 200 ? 1 : 0)
    await post(pageFor({ app_name: 'Phone' }), { decision: 'approve' })
    t.equal(await applicationPasswordsIn(store).count(), 0)
  }
})

for (const [url, secure, status] of [
  ['https://site.example', false, 501],
  ['https://site.example', true, 200],
  ['https://site.example', undefined, 200],
  ['http://site.example', true, 200],
  ['http://site.example', false, 501],
] as const) {
  t.test(`${url}, and a client over TLS: ${secure}`, async t => {
    const { browser, store } = await openConsole({ url })
    const tab = browser({ secure })
    const parameters = { app_name: 'Phone', success_url: 'https://app.example/' }
    const answer = await decide(tab, parameters, 'approve')
    t.equal(answer.status, status === 200 ? 303 : status)
    t.equal((await tab.visit(pageFor(parameters))).status, status)
    t.equal(await applicationPasswordsIn(store).count(), status === 200 ? 1 : 0)
    const profile = await tab.visit('/console/profile')
    t.equal(/not available/.test(profile.text), status !== 200, 'as on the profile')
  })
}

t.test('discovery shows its URL, of the path where clients of the dialect expect it', async t => {
  for (const [options, expected] of [
    [{}, 'https://site.example/console/authorize-application'],
    [{ console: { path: '/office' } }, 'https://site.example/office/authorize-application'],
    [{ console: { url: 'https://admin.example/x' } }, 'https://admin.example/x/authorize-application'],
    [{ dialect: wpDialect }, 'https://site.example/wp-admin/authorize-application.php'],
    [{ applicationPasswords: { approvalUrl: 'https://sso.example/' } }, 'https://sso.example/'],
  ] as const) {
    const { send } = await openConsole(options)
    t.same((await send('GET //?_fields=authentication')).body, {
      authentication: { 'application-passwords': { endpoints: { authorization: expected } } },
    })
  }
})

t.test('the path of the dialect redirects to the page, with the query', async t => {
  const { browser } = await openConsole({ dialect: wpDialect, url: 'https://site.example/blog' })
  const { visit, post } = browser()
  for (const path of ['/wp-admin/authorize-application.php', '/blog/wp-admin/authorize-application.php']) {
    const { headers } = await visit(`${path}?app_name=A%20%0d%0aX%3A+1&success_url=myapp%3A%2F%2Fx`)
    t.equal(headers['Location'], '../console/authorize-application?app_name=A+%0D%0AX%3A+1&success_url=myapp%3A%2F%2Fx')
  }
  t.match(await visit('/wp-admin/authorize-application.php'), { location: '/console/authorize-application' })
  await t.rejects(post('/wp-admin/authorize-application.php', {}), /not a page of the console/)
  const specified = (await openConsole()).browser()
  await t.rejects(specified.visit('/wp-admin/authorize-application.php'), /not a page of the console/)
})

t.test('all users approve applications for their own account', async t => {
  const { browser, store, users } = await openConsole()
  for (const role of ['editor', 'author', 'contributor', 'subscriber']) {
    const tab = browser()
    await tab.signIn(role)
    const path = pageFor({ app_name: role })
    const page = await tab.visit(path)
    const answer = await tab.post(path, { ...fieldsOf(page.all('form')[0]), decision: 'approve', user: '1' })
    t.equal(answer.status, 200, role)
    const { records } = await applicationPasswordsIn(store).find({})
    t.match(records.at(-1), { name: role, user: users.get(role)?.id })
  }
})
