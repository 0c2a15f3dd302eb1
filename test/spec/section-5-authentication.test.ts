import { createConsole } from '@platen/console'
import { type ApplicationPasswordOptions, applicationPasswordsIn, type WebClient } from '@platen/site'
import t from 'tap'
import { type Browser, fieldsOf, openConsole, PASSWORD, textOf } from '../console/open-console.js'
import { makeSite, type TestSite } from '../site/make-site.js'
import { cookieOf, headersOf, me, signedIn } from '../site/sessions/sign-in.js'
import { bodyOf, section, write } from './specified.js'

const spec = section('5')
const LIST = '/users/me/application-passwords'

interface Shown {
  readonly uuid: string
  readonly password: string
}

const signIn = async ({ site }: TestSite, login: string, password: string) =>
  site.dispatch({
    method: 'GET',
    path: '/cms/v2/users/me',
    headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
  })

spec(
  '1, 10: Basic credentials with an application password, not with the real password of the account',
  async (t, made) => {
    const { password } = await write<Shown>(made, LIST, { name: 'x' })
    t.match(await signIn(made, 'admin', password), { status: 200, body: { id: 1 } })
    t.equal((await signIn(made, 'admin', 'secret')).status, 401)
  },
)

spec('2: 24 letters and digits in groups of four; what is between them does not count', async (t, made) => {
  const { password } = await write<Shown>(made, LIST, { name: 'x' })
  t.match(password, /^([a-zA-Z0-9]{4} ){5}[a-zA-Z0-9]{4}$/)
  for (const gap of ['', ' ', '_', '-', ' - ', '.', ':', '\t', 'é', '\u{1f600}'])
    t.equal((await signIn(made, 'admin', password.replaceAll(' ', gap))).status, 200, JSON.stringify(gap))
  t.equal((await signIn(made, 'admin', password.slice(0, -1))).status, 401)
  t.equal((await signIn(made, 'admin', `${password}x`)).status, 401)
})

spec('3: a user may hold many application passwords; each may be revoked', async (t, made) => {
  const all: Shown[] = []
  for (let i = 0; i < 5; i++) all.push(await write<Shown>(made, LIST, { name: `no ${i}` }))
  for (const { password } of all) t.equal((await signIn(made, 'admin', password)).status, 200)
  const [first, ...rest] = all
  await made.send(`DELETE ${LIST}/${first?.uuid}`)
  t.equal((await signIn(made, 'admin', first?.password ?? '')).status, 401)
  for (const { password } of rest) t.equal((await signIn(made, 'admin', password)).status, 200)
})

spec('3: only a hash is stored', async (t, made) => {
  const { password } = await write<Shown>(made, LIST, { name: 'x' })
  const stored = JSON.stringify((await applicationPasswordsIn(made.store).find({})).records)
  for (const plain of [password, password.replaceAll(' ', '')]) t.notOk(stored.includes(plain))
})

const AVAILABILITY: readonly (readonly [
  url: string,
  options: ApplicationPasswordOptions,
  forAdmin: number,
  forEditor: number,
  linked: boolean,
])[] = [
  ['https://site.example', {}, 201, 201, true],
  ['http://site.example', {}, 501, 501, false],
  ['https://site.example', { available: false }, 501, 501, false],
  ['http://site.example', { available: true }, 201, 201, true],
  ['https://site.example', { availableTo: user => user.login === 'editor' }, 501, 201, true],
]

t.test('5: available on HTTPS sites; it can be switched off, forced on, or restricted per user', async t => {
  const create = async (made: TestSite, as: string) =>
    (await made.send(`POST ${LIST}`, { as, body: { name: 'x' } })).status
  const offers = async ({ send }: TestSite) =>
    'application-passwords' in bodyOf<{ authentication: object }>(await send('GET //')).authentication
  for (const [url, applicationPasswords, forAdmin, forEditor, linked] of AVAILABILITY) {
    const made = await makeSite({ url, applicationPasswords })
    createConsole(made.site)
    const what = `${url} ${Object.keys(applicationPasswords)}`
    t.equal(await create(made, 'administrator'), forAdmin, what)
    t.equal(await create(made, 'editor'), forEditor, what)
    t.equal(await offers(made), linked, what)
  }
})

spec('6: passwords are managed by whoever may edit the user', async (t, made) => {
  const editor = made.users.get('editor')?.id
  const list = `/users/${editor}/application-passwords`
  for (const [as, status] of [
    ['administrator', 201],
    ['editor', 201],
    ['author', 403],
    ['anonymous', 401],
  ] as const) {
    t.equal((await made.send(`POST ${list}`, { as, body: { name: as } })).status, status, as)
    t.equal((await made.send(`GET ${list}`, { as })).status, status === 201 ? 200 : status, as)
  }
})

t.test('5.6: by any user who holds the capability `edit_user` for the other, whatever the role is called', async t => {
  const roles = {
    keeper: { label: 'Keeper', capabilities: ['read', 'edit_users'] },
    reader: { label: 'Reader', capabilities: ['read', 'list_users', 'create_users', 'promote_users'] },
  }
  const made = await makeSite({ roles })
  const of = async (role: string) => {
    const user = { login: role, email: `${role}@example.com`, password: 'x', roles: [role] }
    return made.site.content.users.create(user, { as: made.site.system })
  }
  const list = `/cms/v2/users/${made.users.get('author')?.id}/application-passwords`
  for (const [role, created, listed] of [
    ['keeper', 201, 200],
    ['reader', 403, 403],
  ] as const) {
    const as = { as: made.site.principalOf(await of(role)) }
    t.equal((await made.site.call('POST', list, { name: role }, as)).status, created, role)
    t.equal((await made.site.call('GET', list, undefined, as)).status, listed, role)
    t.equal((await made.site.call('DELETE', list, undefined, as)).status, listed, role)
  }
})

spec('9: cookies of a browser session are valid, and requests with cookies also need a nonce', async (t, made) => {
  const session = await signedIn(made)
  const headers = headersOf(made, session)
  t.match(await me(made, headers), { status: 200, body: { id: 1 } })
  t.match(await me(made, { cookie: headers.cookie }), { status: 401, body: { code: 'empty_username' } })
  const wrong = { cookie: cookieOf(made, session), 'x-cms-nonce': 'x' }
  t.match(await me(made, wrong), { status: 403, body: { code: 'rest_cookie_invalid_nonce' } })
  const proxied = { ...headers, authorization: 'Basic eDp5' }
  t.match(await me(made, proxied), { status: 200, body: { id: 1 } }, 'also where a proxy asks for another password')
  const post = { as: 'anonymous', headers: { cookie: headers.cookie }, body: { title: 'x' } }
  t.equal((await made.send('POST /posts', post)).status, 401, 'a form of another site changes nothing')
  t.equal((await made.send('POST /posts', { ...post, headers })).status, 201)
})

t.test('5.4: an application password does not work at the login page', async t => {
  const made = await openConsole()
  const { password } = await write<Shown>(made, LIST, { name: 'x' })
  for (const given of [password, password.replaceAll(' ', '')]) {
    t.equal(await made.site.sessions.signIn({ login: 'admin', password: given }), undefined)
    t.equal((await made.browser().post('/console/sign-in', { login: 'admin', password: given })).status, 403)
  }
  t.ok(await made.site.sessions.signIn({ login: 'admin', password: PASSWORD }))
  t.equal((await made.browser().signIn('admin')).status, 303)
  t.equal((await signIn(made, 'admin', password)).status, 200, 'it works for the interface')
})

spec('11: without the header a request is unauthenticated', async (t, made) => {
  t.equal((await made.site.dispatch({ method: 'GET', path: '/cms/v2/posts' })).status, 200)
  t.equal((await made.site.dispatch({ method: 'GET', path: '/cms/v2/users/me' })).status, 401)
})

spec('12: unauthenticated requests to routes that require it receive `empty_username`', async (t, { send }) => {
  for (const request of [
    'GET /settings',
    'POST /settings',
    'GET /users/me',
    `GET ${LIST}`,
    `POST ${LIST}`,
    'GET /themes?status=active',
    'GET /plugins',
    'POST /plugins',
    'GET //cms-site-health/v1/tests/https-status',
    'GET //cms-site-health/v1/directory-sizes',
    'GET //cms-abilities/v1/abilities',
    'GET //cms-abilities/v1/categories',
  ]) {
    const { status, body } = await send(request, { as: 'anonymous', body: { name: 'x' } })
    t.equal(status, 401, request)
    t.same(bodyOf<{ code: string }>({ body }).code, 'empty_username', request)
    const more = { code: 'empty_password', message: String, data: null }
    t.match(body, { message: String, data: null, additional_errors: [more] }, request)
  }
})

spec('7: ways to create a password: `POST`, a programmatic creation call', async (t, made) => {
  const { password } = await write<Shown>(made, LIST, { name: 'By POST' })
  t.equal((await signIn(made, 'admin', password)).status, 200)
  const as = made.users.get('administrator') ?? made.site.system
  const { secret } = await made.site.content.applicationPasswords.create({ user: as.id, name: 'In process' }, { as })
  t.equal((await signIn(made, 'admin', secret)).status, 200)
})

t.test('5.7: ways to create a password: the profile page, with HTTPS only', async t => {
  const secure = await openConsole()
  const tab = secure.browser()
  await tab.signIn('editor')
  const page = await tab.press('/console/profile', 'Create application password', { application: 'Phone' })
  t.equal(page.status, 200, page.text)
  t.equal((await signIn(secure, 'editor', textOf(page.all('code')[0]))).status, 200)
  const plain = await openConsole({ url: 'http://site.example' })
  const other = plain.browser()
  await other.signIn('editor')
  t.match(await other.visit('/console/profile'), { status: 200, text: /not available/ })
  await t.rejects(other.press('/console/profile', 'Create application password'), /no button/)
})

spec('6: a password is not restricted to a subset of what its user may', async (t, made) => {
  const { password } = await write<Shown>(made, LIST, { name: 'x' })
  const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`, 'x-as': '' }
  for (const [method, path, status] of [
    ['GET', '/cms/v2/settings', 200],
    ['POST', '/cms/v2/posts', 201],
    ['POST', '/cms/v2/users/me/application-passwords', 201],
    ['GET', '/cms-site-health/v1/tests/https-status', 200],
  ] as const) {
    const body = { kind: 'json', value: { title: 'x', name: 'y' } } as const
    const request = { method, path, headers, ...(method === 'POST' ? { body } : {}) }
    t.equal((await made.site.dispatch(request)).status, status, path)
  }
})

/** Requests of the site to itself, through a server environment that strips the header `Authorization` or does not. */
const ownWeb = (made: () => TestSite, strips: boolean): WebClient => ({
  permits: () => true,
  async get(url, { headers = {} }) {
    const { authorization, ...others } = headers
    const sent = strips || authorization === undefined ? others : { ...others, authorization }
    const path = new URL(url).pathname.replace('/cms-json', '')
    const response = await made().site.dispatch({ method: 'GET', path, headers: sent })
    const bytes = new TextEncoder().encode(response.text())
    return {
      outcome: 'response',
      status: response.status,
      url,
      contentType: 'application/json',
      bytes,
      truncated: false,
    }
  },
})

t.test('5.11: the site-health test `authorization-header` reports that the header is lost', async t => {
  for (const [strips, result] of [
    [false, { status: 'good' }],
    [true, { status: 'recommended', label: /lost/ }],
  ] as const) {
    const made: TestSite = await makeSite({ services: { web: ownWeb(() => made, strips) } })
    const { body } = await made.send('GET //cms-site-health/v1/tests/authorization-header')
    t.match(body, { test: 'authorization_header', ...result })
  }
})

const APP_ID = '11111111-2222-4333-8444-555555555555'
const SUCCESS = 'https://app.example/yes'
const REJECT = 'https://app.example/no'

type Parameters = Readonly<Record<string, string>>

interface Discovery {
  readonly authentication: {
    readonly 'application-passwords'?: { readonly endpoints: { readonly authorization: string } }
  }
}

/** The `{authorize_url}` with parameters, as a path. */
async function addressOf({ send }: Awaited<ReturnType<typeof openConsole>>, parameters: Parameters): Promise<string> {
  const { authentication } = bodyOf<Discovery>(await send('GET //'))
  const url = authentication['application-passwords']?.endpoints.authorization ?? ''
  return `${new URL(url).pathname}?${new URLSearchParams(parameters)}`
}

/** A user who has signed in, at the page that an application has opened. */
async function opened(parameters: Parameters) {
  const made = await openConsole()
  const tab = made.browser()
  await tab.signIn('author')
  const path = await addressOf(made, parameters)
  const send = async (decision: string) => {
    const page = await tab.visit(path)
    return tab.post(path, { ...fieldsOf(page.all('form')[0]), decision })
  }
  const stored = async () => (await applicationPasswordsIn(made.store).find({})).records
  return { ...made, tab, path, stored, approve: () => send('approve'), refuse: () => send('refuse') }
}

t.test('5.8: `app_name`: human-readable name; becomes the password name', async t => {
  const { tab, path, approve, stored } = await opened({ app_name: 'My phone & I' })
  t.match((await tab.visit(path)).text, /My phone & I/)
  await approve()
  t.match(await stored(), [{ name: /^My phone &(amp;)? I$/ }])
})

t.test('5.8: `app_id`: application identifier for grouping passwords', async t => {
  const { approve, stored } = await opened({ app_name: 'Phone', app_id: APP_ID })
  await approve()
  await approve()
  t.match(await stored(), [{ appId: APP_ID }, { appId: APP_ID }])
  const bare = await opened({ app_name: 'Phone' })
  await bare.approve()
  t.match(await bare.stored(), [{ appId: '' }])
  const wrong = await opened({ app_name: 'Phone', app_id: 'not-a-uuid' })
  t.match(await wrong.tab.visit(wrong.path), { status: 400, text: /UUID/ })
})

t.test('5.8: `success_url`: after approval, with `site_url`, `user_login` and `password` added', async t => {
  const { approve, site } = await opened({ app_name: 'Phone', success_url: `${SUCCESS}?own=1` })
  const answer = await approve()
  t.equal(answer.status, 303)
  const target = new URL(String(answer.headers['Location']))
  const { password = '', ...others } = Object.fromEntries(target.searchParams)
  t.equal(target.origin + target.pathname, SUCCESS)
  t.same(others, { own: '1', site_url: 'https://site.example', user_login: 'author' })
  const authorization = `Basic ${Buffer.from(`author:${password}`).toString('base64')}`
  const found = await site.authenticate({ method: 'GET', path: '/', headers: { authorization } })
  t.ok(found.authenticated)
})

t.test('5.8: `success_url`: if omitted the password is displayed to the user', async t => {
  const { approve, site } = await opened({ app_name: 'Phone' })
  const page = await approve()
  t.equal(page.status, 200)
  const authorization = `Basic ${Buffer.from(`author:${textOf(page.all('code')[0])}`).toString('base64')}`
  t.ok((await site.authenticate({ method: 'GET', path: '/', headers: { authorization } })).authenticated)
})

for (const [sentence, parameters, location] of [
  ['redirect target on refusal', { success_url: SUCCESS, reject_url: REJECT }, REJECT],
  ['if omitted, redirect to `success_url` with `success=false`', { success_url: SUCCESS }, `${SUCCESS}?success=false`],
  ['if neither is given, redirect to the admin console', {}, '/console/'],
] as const) {
  t.test(`5.8: \`reject_url\`: ${sentence}`, async t => {
    const { refuse, stored } = await opened({ app_name: 'Phone', ...parameters })
    t.match(await refuse(), { status: 303, location })
    t.same(await stored(), [])
  })
}

for (const name of ['success_url', 'reject_url']) {
  t.test(`5.8: \`${name}\` must use https:// or a custom application scheme`, async t => {
    for (const url of ['https://app.example/', 'myapp://done', 'com.example.app:/done']) {
      const { tab, path } = await opened({ app_name: 'Phone', [name]: url })
      t.equal((await tab.visit(path)).status, 200, url)
    }
    for (const url of ['http://app.example/', 'javascript:alert(1)', 'ftp://app.example/', 'app.example', '/done']) {
      const { tab, path } = await opened({ app_name: 'Phone', [name]: url })
      const page = await tab.visit(path)
      t.match(page, { status: 400, text: new RegExp(name) }, url)
      t.equal(page.all('form').length, 0, url)
    }
  })
}

t.test('5.8: the parameter set is carried in `redirect` through the login, and the flow continues', async t => {
  const made = await openConsole()
  const tab: Browser = made.browser()
  const parameters = { app_name: 'Phone', app_id: APP_ID, success_url: `${SUCCESS}?a=1&b=2`, reject_url: REJECT }
  const path = await addressOf(made, parameters)
  const login = await tab.visit(path)
  t.equal(login.status, 303)
  const carried = new URL(login.location ?? '', 'https://site.example').searchParams.get('redirect') ?? ''
  t.same(Object.fromEntries(new URLSearchParams(carried.slice(carried.indexOf('?')))), parameters)
  const back = await tab.signIn('author', login.location)
  const page = await tab.visit(back.location ?? '')
  const answer = await tab.post(back.location ?? '', { ...fieldsOf(page.all('form')[0]), decision: 'approve' })
  t.match(answer.headers['Location'], /^https:\/\/app\.example\/yes\?a=1&b=2&site_url=/)
  t.match((await applicationPasswordsIn(made.store).find({})).records, [{ name: 'Phone', appId: APP_ID }])
})
