import { type ApplicationPasswordOptions, applicationPasswordsAvailable } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'

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
