import { setImmediate as turn } from 'node:timers/promises'
import {
  type ApplicationPasswordOptions,
  type ApplicationPasswordRecord,
  applicationPasswords,
  applicationPasswordsAvailable,
  applicationPasswordsIn,
  type SiteOptions,
  usersIn,
} from '@platen/site'
import { type Store, StoreError } from '@platen/storage'
import t from 'tap'
import { countingReads } from '../../access/counting-reads.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'
import { withCollection } from '../../with-collection.js'

const DAY = 24 * 60 * 60 * 1000
const START = Date.UTC(2024, 4, 5, 6, 7, 8)

interface Prepared extends TestSite {
  readonly secret: string
  readonly uuid: string
  now: number
  login(name: string, password: string, more?: object): ReturnType<TestSite['site']['dispatch']>
  stored(): Promise<ApplicationPasswordRecord | undefined>
}

/** A site whose editor has an application password, and a clock that stands. */
async function prepared(options: TestSiteOptions = {}): Promise<Prepared> {
  const clock = { now: START }
  const services: SiteOptions['services'] = { clock: () => clock.now, ...options.services }
  const made = await makeSite({ ...options, services })
  const answer = await made.send('POST /users/me/application-passwords', { as: 'editor', body: { name: 'Phone' } })
  const { password: secret, uuid } = answer.body as { password: string; uuid: string }
  return {
    ...made,
    secret,
    uuid,
    get now() {
      return clock.now
    },
    set now(value) {
      clock.now = value
    },
    login: (name, password, more = {}) =>
      made.site.dispatch({
        method: 'GET',
        path: '/cms/v2/users/me',
        query: '_fields=slug',
        headers: { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
        remoteAddress: '203.0.113.9',
        ...more,
      }),
    stored: async () => (await applicationPasswordsIn(made.store).find({})).records[0],
  }
}

const SPELLINGS: readonly (readonly [string, (secret: string) => string])[] = [
  ['as shown', secret => secret],
  ['without gaps', secret => secret.replaceAll(' ', '')],
  ['with dashes', secret => secret.replaceAll(' ', '-')],
]

t.test('the password works in every spelling, with login or email in any case', async t => {
  const { login, secret } = await prepared()
  for (const [what, spell] of SPELLINGS) {
    for (const name of ['editor', 'EDITOR', ' editor ', 'editor@example.com', 'Editor@Example.COM']) {
      t.match(await login(name, spell(secret)), { status: 200, body: { slug: 'editor' } }, `${what}, ${name}`)
    }
  }
})

t.test('wrong credentials make an anonymous caller', async t => {
  const { login, secret, site } = await prepared()
  for (const [name, password] of [
    ['editor', 'wrong'],
    ['editor', ''],
    ['editor', secret.toLowerCase()],
    ['nobody', secret],
    ['', secret],
    ['author', secret],
  ] as const) {
    t.match(await login(name, password), { status: 401, body: { code: 'empty_username' } }, `${name}:${password}`)
  }
  const found = await site.authenticate({ method: 'GET', path: '/', headers: { authorization: 'Bearer x' } })
  t.equal(found.authenticated, false)
})

t.test('a principal knows which password it came by', async t => {
  const { site, secret, uuid } = await prepared()
  const authorization = `Basic ${Buffer.from(`editor:${secret}`).toString('base64')}`
  const principal = await site.authenticate({ method: 'GET', path: '/', headers: { authorization } })
  t.match(principal, { authenticated: true, credential: { kind: 'application-password', id: uuid } })
})

t.test('who has two names is found by the password', async t => {
  const { login, secret, store, users } = await prepared()
  const author = users.get('author')
  await usersIn(store).update(author?.id ?? 0, { login: 'editor@example.com' })
  t.match(await login('editor@example.com', secret), { status: 200, body: { slug: 'editor' } })
})

t.test('a known caller costs no query until a user or a password is written', async t => {
  const counting = countingReads()
  const { login, secret, site, store, users } = await prepared({ wrapStore: counting.wrap })
  await login('editor', secret)
  await turn()
  const authorization = `Basic ${Buffer.from(`editor:${secret}`).toString('base64')}`
  const authenticate = () => site.authenticate({ method: 'GET', path: '/', headers: { authorization } })
  await authenticate()
  counting.taken()
  for (let i = 0; i < 3; i++) t.ok((await authenticate()).authenticated)
  t.same(counting.taken(), [])
  await store.options.set('anything', 1)
  t.ok((await authenticate()).authenticated)
  t.same(counting.taken(), [])
  await usersIn(store).update(users.get('author')?.id ?? 0, { displayName: 'Another' })
  t.ok((await authenticate()).authenticated)
  t.same(counting.taken(), ['users.find', 'applicationPasswords.first'])
})

t.test('a known caller is looked up again after five minutes', async t => {
  const counting = countingReads()
  const made = await prepared({ wrapStore: counting.wrap })
  const authorization = `Basic ${Buffer.from(`editor:${made.secret}`).toString('base64')}`
  const reads = async (after: number) => {
    made.now += after
    counting.taken()
    t.ok((await made.site.authenticate({ method: 'GET', path: '/', headers: { authorization } })).authenticated)
    await turn()
    return counting.taken().length
  }
  await reads(0)
  await reads(0)
  t.equal(await reads(4 * 60 * 1000), 0)
  t.equal(await reads(2 * 60 * 1000), 2)
  t.equal(await reads(0), 0)
})

t.test('revoked passwords and changed users take effect at once', async t => {
  const { login, secret, send, uuid, users, store } = await prepared()
  t.equal((await login('editor', secret)).status, 200)
  const editor = users.get('editor')
  await usersIn(store).update(editor?.id ?? 0, { slug: 'chief' })
  t.match((await login('editor', secret)).body, { slug: 'chief' })
  t.equal((await send(`DELETE /users/${editor?.id}/application-passwords/${uuid}`)).status, 200)
  t.equal((await login('editor', secret)).status, 401)
})

t.test('availability applies to callers, not only to creating passwords', async t => {
  let available = true
  const { login, secret } = await prepared({ applicationPasswords: { availableTo: () => available } })
  t.equal((await login('editor', secret)).status, 200)
  available = false
  t.equal((await login('editor', secret)).status, 401, 'although the caller is known')
})

t.test('a use is noted once a day, with the address', async t => {
  const site = await prepared()
  t.match(await site.stored(), { lastUsed: null, lastIp: null })
  await site.login('editor', site.secret)
  await turn()
  t.match(await site.stored(), { lastUsed: START / 1000, lastIp: '203.0.113.9' })
  site.now = START + DAY - 1000
  await site.login('editor', site.secret, { remoteAddress: '203.0.113.10' })
  await turn()
  t.match(await site.stored(), { lastUsed: START / 1000, lastIp: '203.0.113.9' }, 'not before a day has passed')
  site.now = START + DAY
  await site.login('editor', site.secret, { remoteAddress: '203.0.113.10' })
  await turn()
  t.match(await site.stored(), { lastUsed: (START + DAY) / 1000, lastIp: '203.0.113.10' })
  site.now = START - 365 * DAY
  await site.login('editor', site.secret)
  await turn()
  t.match(await site.stored(), { lastUsed: site.now / 1000 }, 'also when the clock is set back')
})

t.test('the first use shows in its own request', async t => {
  const { login, secret } = await prepared()
  const answer = await login('editor', secret, { path: '/cms/v2/users/me/application-passwords/introspect', query: '' })
  t.match(answer, { status: 200, body: { name: 'Phone', last_used: '2024-05-05T06:07:08', last_ip: '203.0.113.9' } })
})

const withFailingUse =
  (error: unknown) =>
  (store: Store): Store =>
    withCollection(store, applicationPasswords, () => ({ update: () => Promise.reject(error) }))

t.test('a use that cannot be noted is logged and fails nothing', async t => {
  const logged: object[] = []
  const logger = { info() {}, error() {}, warn: (data: object) => logged.push(data) }
  const cause = new Error('the disk is full')
  const { login, secret } = await prepared({ wrapStore: withFailingUse(cause), services: { logger } })
  t.equal((await login('editor', secret)).status, 200)
  await turn()
  t.same(logged, [{ err: cause }])
  t.equal((await login('editor', secret)).status, 200, 'and is tried again')
  await turn()
  t.equal(logged.length, 2)
})

t.test('that a password was revoked meanwhile is no news', async t => {
  const logged: object[] = []
  const logger = { info() {}, error() {}, warn: (data: object) => logged.push(data) }
  const gone = new StoreError('not_found', 'gone')
  const { login, secret } = await prepared({ wrapStore: withFailingUse(gone), services: { logger } })
  t.equal((await login('editor', secret)).status, 200)
  await turn()
  t.same(logged, [])
})

const HTTPS = 'https://site.example'
const HTTP = 'http://site.example'

/** Whether they are available where it is unknown whether a request came over TLS, where it did, and where it did not. */
const AVAILABLE: readonly (readonly [
  url: string,
  options: ApplicationPasswordOptions | undefined,
  unknown: boolean,
  secure: boolean,
  plain: boolean,
])[] = [
  [HTTPS, undefined, true, true, false],
  [HTTP, undefined, false, true, false],
  ['http://localhost:8080', undefined, true, true, true],
  ['http://127.0.0.1:8080', undefined, true, true, true],
  ['http://[::1]:8080', undefined, true, true, true],
  ['http://localhost.site.example', undefined, false, true, false],
  [HTTP, { available: true }, true, true, true],
  [HTTPS, { available: true }, true, true, true],
  [HTTPS, { available: false }, false, false, false],
  ['http://localhost:8080', { available: false }, false, false, false],
]

t.test('availability depends on the URL and on the request, unless the site says otherwise', async t => {
  for (const [url, applicationPasswords, ...expected] of AVAILABLE) {
    const { site } = await makeSite({ url, applicationPasswords })
    t.same(
      [undefined, true, false].map(secure => applicationPasswordsAvailable(site.context, { secure })),
      expected,
      `${url} ${JSON.stringify(applicationPasswords)}`,
    )
  }
})

t.test('users can be excluded, which permits nothing to the others', async t => {
  const availableTo = (user: { login: string }) => user.login === 'editor'
  const { site, users } = await makeSite({ applicationPasswords: { availableTo } })
  const user = (role: string) => users.get(role)
  t.ok(applicationPasswordsAvailable(site.context), 'to somebody at least')
  t.ok(applicationPasswordsAvailable(site.context, { user: user('editor') }))
  t.notOk(applicationPasswordsAvailable(site.context, { user: user('author') }))
  const plain = await makeSite({ url: HTTP, applicationPasswords: { availableTo } })
  t.notOk(applicationPasswordsAvailable(plain.site.context, { user: user('editor') }))
  const off = await makeSite({ applicationPasswords: { available: false, availableTo } })
  t.notOk(applicationPasswordsAvailable(off.site.context, { user: user('editor') }))
})

const LIST = '/cms/v2/users/me/application-passwords'
const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` })

/** What a site answers to requests that came over TLS or did not. */
async function door(made: TestSite, secure: boolean | undefined) {
  const { site, users } = made
  const principal = site.principalOf(users.get('administrator'))
  const created = await site.dispatch<{ password: string; uuid: string }>({
    method: 'POST',
    path: LIST,
    body: { kind: 'json', value: { name: 'x' } },
    principal,
    secure,
  })
  const other = await site.content.applicationPasswords.create(
    { user: principal.id, name: 'y', secure: true },
    { as: site.system },
  )
  const uses = await site.dispatch({ method: 'GET', path: LIST, headers: basic(other.secret), secure })
  const changes = await Promise.all(
    ['POST', 'DELETE'].map(method =>
      site.dispatch({ method, path: `${LIST}/${other.uuid}`, body: { kind: 'json', value: {} }, principal, secure }),
    ),
  )
  return [created, uses, ...changes].map(({ status }) => status)
}

for (const [url, secure, expected] of [
  [HTTPS, undefined, [201, 200, 200, 200]],
  [HTTPS, true, [201, 200, 200, 200]],
  [HTTPS, false, [501, 401, 501, 501]],
  [HTTP, undefined, [501, 401, 501, 501]],
  [HTTP, true, [201, 200, 200, 200]],
  [HTTP, false, [501, 401, 501, 501]],
] as const) {
  t.test(`${url}, over TLS: ${secure}`, async t => {
    t.same(await door(await makeSite({ url }), secure), expected)
  })
}

t.test('discovery shows the page of approval, if there is one, where they are available', async t => {
  const page = 'http://site.example:8080/pages/approve'
  for (const [url, options, secure, expected] of [
    [HTTPS, { approvalUrl: `${HTTPS}/approve` }, undefined, `${HTTPS}/approve`],
    [HTTPS, { approvalUrl: `${HTTPS}/approve` }, false, `${HTTPS}/approve`],
    [HTTPS, {}, undefined, undefined],
    [HTTPS, { approvalUrl: `${HTTPS}/approve`, available: false }, true, undefined],
    [HTTP, { approvalUrl: page }, undefined, undefined],
    [HTTP, { approvalUrl: page }, false, undefined],
    [HTTP, { approvalUrl: page }, true, 'https://site.example/pages/approve'],
    [HTTP, { approvalUrl: page, available: true }, true, page],
  ] as const) {
    const { site } = await makeSite({ url, applicationPasswords: options, cache: true })
    const read = async (secure: boolean | undefined) => {
      const { body } = await site.dispatch<{ authentication: object }>({ method: 'GET', path: '/', query: '', secure })
      return body.authentication
    }
    const shown = expected === undefined ? [] : { 'application-passwords': { endpoints: { authorization: expected } } }
    await read(!secure)
    t.same(await read(secure), shown, `${url} ${JSON.stringify(options)} ${secure}`)
    t.same(await read(secure), shown, 'from the cache as well')
  }
})

t.test('a page that is set later shows as well', async t => {
  const { site } = await makeSite({ cache: true })
  const read = async () => (await site.dispatch({ method: 'GET', path: '/', query: '_fields=authentication' })).body
  t.same(await read(), { authentication: [] })
  const approval = 'https://site.example/approve'
  site.setConsolePages({ approval, login: `${approval}/login`, admin: `${approval}/admin` })
  t.match(await read(), { authentication: { 'application-passwords': {} } })
})
