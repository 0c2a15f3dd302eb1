import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMemoryStorage } from '@platen/media'
import { type Dialect, type SitePrincipal, themesIn, type WebRequest, type WebResult, wpDialect } from '@platen/site'
import { measuredSizes, RegistrationError } from '@platen/site/extend'
import { folderSize } from '@platen/site/media'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'

const SITE = 'https://site.example'
const API = `${SITE}/cms-json`
const OWN_INDEX = JSON.stringify({ namespaces: ['cms/v2'] })

interface Sent extends WebRequest {
  readonly url: string
}

type Answer = Partial<Extract<WebResult, { outcome: 'response' }>> & { readonly body?: string }

/** A site whose requests are answered by `answer`; the default is an empty 404. */
async function siteOf(
  answer: (sent: Sent) => Promise<Answer | WebResult | undefined> | Answer | WebResult | undefined,
  options: TestSiteOptions = {},
) {
  const requests: Sent[] = []
  const web = {
    permits: () => true,
    async get(url: string, request: WebRequest): Promise<WebResult> {
      const sent = { ...request, url }
      requests.push(sent)
      const given = (await answer(sent)) ?? { status: 404 }
      if (given.outcome === 'refused' || given.outcome === 'failed') return given
      const { body = '', ...more }: Answer = given
      const bytes = Buffer.from(body)
      return { outcome: 'response', status: 200, url, contentType: '', headers: {}, bytes, truncated: false, ...more }
    },
  }
  return { ...(await makeSite({ services: { web }, ...options })), requests }
}

const run = async ({ send }: TestSite, test: string) => {
  const { status, body } = await send(`GET //cms-site-health/v1/tests/${test}`)
  t.equal(status, 200, test)
  return body as Readonly<Record<'test' | 'label' | 'status' | 'description' | 'actions', string>>
}
const failed: WebResult = { outcome: 'failed', cause: new Error('no route <to> host') }

t.test('the index of the interface is requested at its public URL', async t => {
  const cases: readonly (readonly [Answer | WebResult, string])[] = [
    [{ body: OWN_INDEX }, 'good'],
    [{ body: '{"namespaces":["other/v1"]}' }, 'recommended'],
    [{ body: '<html>' }, 'recommended'],
    [{ status: 503 }, 'recommended'],
    [failed, 'recommended'],
  ]
  for (const [answer, status] of cases) {
    const made = await siteOf(() => answer)
    const result = await run(made, 'loopback-requests')
    t.match(result, { test: 'loopback_requests', status, actions: '', badge: { label: 'Performance', color: 'blue' } })
    t.match(made.requests, [{ url: `${API}/?_fields=namespaces`, siteOrigin: SITE }])
    t.notMatch(result.description, /<to>/, 'reasons are text')
  }
})

t.test('redirects are followed within the site only', async t => {
  const made = await siteOf(() => ({ body: OWN_INDEX }))
  await run(made, 'loopback-requests')
  const [{ follows = () => true } = {}] = made.requests
  t.equal(follows(`${SITE}/elsewhere`), true)
  t.equal(follows('https://site.example:8443/'), false)
  t.equal(follows('http://169.254.169.254/'), false)
})

t.test('HTTPS: the URL of the site, and whether it responds', async t => {
  const over = (url: string) => ({ url })
  for (const [url, answer, status] of [
    [SITE, {}, 'good'],
    [SITE, failed, 'recommended'],
    ['http://site.example', {}, 'recommended'],
    ['http://site.example', failed, 'critical'],
  ] as const) {
    const made = await siteOf(() => answer, over(url))
    t.equal((await run(made, 'https-status')).status, status, `${url} ${JSON.stringify(answer)}`)
    const [sent] = made.requests
    t.equal(sent?.url.startsWith('https://'), true)
    t.equal(sent?.siteOrigin, url === SITE ? SITE : undefined, 'another origin is not exempt from the checks')
  }
})

t.test('a site on this machine needs no HTTPS', async t => {
  for (const url of ['http://localhost:8080', 'http://garden.localhost', 'http://127.0.0.2', 'http://[::1]:8080']) {
    const made = await siteOf(() => ({}), { url })
    t.match(await run(made, 'https-status'), { status: 'good', description: url })
    t.same(made.requests, [], 'another program may respond to HTTPS on this machine')
  }
})

t.test('the server of updates', async t => {
  const siteHealth = { updateServer: 'https://updates.example/ping' }
  for (const [answer, status] of [
    [{}, 'good'],
    [{ status: 500 }, 'critical'],
    [failed, 'critical'],
  ] as const) {
    const made = await siteOf(() => answer, { siteHealth })
    t.match(await run(made, 'dotorg-communication'), { status, label: /updates\.example/ })
    t.match(made.requests, [{ url: siteHealth.updateServer, siteOrigin: undefined }])
  }
})

t.test('without a server of updates, none is requested', async t => {
  const made = await siteOf(() => failed)
  t.match(await run(made, 'dotorg-communication'), { status: 'good' })
  t.same(made.requests, [])
})

/** What something in front of a site does to the header. */
const FRONTS: Readonly<Record<string, readonly [change: (value: string) => string | undefined, status: string]>> = {
  'as it is': [value => value, 'good'],
  removed: [() => undefined, 'recommended'],
  replaced: [() => 'Basic eDp5', 'recommended'],
}
for (const dialect of [undefined, wpDialect] as const)
  for (const [what, [change, status]] of Object.entries(FRONTS))
    t.test(`the header Authorization arrives ${what} (${dialect?.name ?? 'cms'})`, async t => {
      const made = await probed(change, dialect)
      const namespace = `${made.site.context.dialect.prefix}-site-health/v1`
      const { body } = await made.send(`GET //${namespace}/tests/authorization-header`)
      t.match(body, { status, test: 'authorization_header' })
      t.equal(made.requests.length, 1)
      t.notMatch((body as { description: string }).description, /Whether/)
      const { total } = await made.site.audit.list({ kinds: ['sign_in_failed'] }, { as: made.site.system })
      t.equal(total, what === 'replaced' ? 1 : 0, 'the test itself does not count as an attempt to sign in')
    })

/** A site that receives its own requests, with the header changed. */
async function probed(change: (value: string) => string | undefined, dialect: Dialect | undefined) {
  const made = await siteOf(
    async ({ url, headers = {} }) => {
      const { authorization = '', ...others } = headers
      const value = change(authorization)
      const response = await made.site.dispatch({
        method: 'GET',
        path: new URL(url).pathname.replace(/^\/\w+-json/, ''),
        headers: { ...others, ...(value === undefined ? {} : { authorization: value }) },
      })
      return { status: response.status, body: JSON.stringify(response.body) }
    },
    dialect === undefined ? {} : { dialect },
  )
  return made
}

t.test('only a request of the test learns about its header', async t => {
  const { send } = await siteOf(() => undefined)
  const at = 'GET //cms-site-health/v1/tests/authorization-header'
  const probe = 'a'.repeat(32)
  const refused = await send(at, { as: 'anonymous', headers: { authorization: 'Basic eDp5' } })
  t.match(refused, { status: 401, body: { code: 'empty_username' } })
  const guess = await send(at, { as: 'anonymous', headers: { authorization: 'Basic eDp5', 'x-health-probe': 'x' } })
  t.match(guess, { status: 401, body: { code: 'empty_username' } })
  const told = await send(at, { as: 'anonymous', headers: { 'x-health-probe': probe } })
  t.match(told, { status: 401, body: { code: 'rest_forbidden', data: { authorization: 'missing' } } })
})

t.test('a caller who signed in by the header needs no further request', async t => {
  let principal: SitePrincipal | undefined
  const made = await siteOf(() => undefined, {
    authenticators: [{ name: 'token', authenticate: async () => principal }],
  })
  principal = made.site.context.principalOf(made.users.get('administrator'), { kind: 'password', id: '1' })
  const headers = { authorization: 'Basic eDp5' }
  const { body } = await made.send('GET //cms-site-health/v1/tests/authorization-header', { headers })
  t.match(body, { status: 'good' })
  t.equal(made.requests.length, 0)
})

t.test('pages: response times and headers of caches of three requests', async t => {
  const cases: readonly (readonly [Answer, string, RegExp])[] = [
    [{ headers: { etag: '"a"' } }, 'good', /etag: &quot;a&quot;/],
    [{ headers: { 'cache-control': 'public, max-age=60' } }, 'good', /max-age=60/],
    [{ headers: { 'cache-control': 'no-store, max-age=60' } }, 'recommended', /no headers/],
    [{ headers: { 'cache-control': 'no-cache' } }, 'recommended', /no headers/],
  ]
  for (const [answer, status, found] of cases) {
    const made = await siteOf(() => answer)
    t.match(await run(made, 'page-cache'), { status, description: found }, JSON.stringify(answer))
    t.same(
      made.requests.map(({ url }) => url),
      [`${SITE}/`, `${SITE}/`, `${SITE}/`],
    )
  }
})

t.test('a site without pages is measured through its interface', async t => {
  const made = await siteOf(({ url }) => (url === `${API}/` ? { headers: { etag: 'a' } } : undefined))
  t.match(await run(made, 'page-cache'), { status: 'good' })
  t.match(await run(await siteOf(() => failed), 'page-cache'), { status: 'recommended', label: /unknown/ })
})

t.test('without a web client, the tests say so', async t => {
  const made = await makeSite()
  for (const test of ['loopback-requests', 'authorization-header', 'page-cache'])
    t.match(await run(made, test), { status: 'recommended', description: /does not send requests to the web/ }, test)
})

t.test('updates: all checks of the parts', async t => {
  t.match(await run(await makeSite(), 'background-updates'), { status: 'good', description: /packages/ })
})

t.test('a test of a feature: its route, and errors that it throws', async t => {
  const errors: unknown[] = []
  const made = await makeSite({
    onError: error => errors.push(error),
    register(site) {
      site.registerHealthTest('disk-space', {
        category: 'Disk',
        color: 'green',
        run: async ({ site }) => ({ status: 'good', label: site.url, description: '<p>x</p>', actions: '<p>y</p>' }),
      })
      site.registerHealthTest('broken', { category: 'x', run: () => Promise.reject(new Error('broken')) })
    },
  })
  t.strictSame((await made.send('GET //cms-site-health/v1/tests/disk-space')).body, {
    label: SITE,
    status: 'good',
    badge: { label: 'Disk', color: 'green' },
    description: '<p>x</p>',
    actions: '<p>y</p>',
    test: 'disk_space',
  })
  t.match(await run(made, 'broken'), { status: 'recommended', label: /could not be completed/ })
  t.match(errors, [{ message: 'broken' }])
})

t.test('what cannot be registered', async t => {
  const { site } = await makeSite()
  const options = { category: 'x', run: () => Promise.reject(new Error()) }
  for (const name of ['page-cache', 'Upper', 'a/b', '', 'a_b', '-a'])
    t.throws(() => site.registerHealthTest(name, options), RegistrationError, name)
  t.throws(() => site.registerHealthTest('x', { ...options, colour: 'red' } as never), /colour.*color/s)
})

const url = 'https://site.example/files'
const PARTS = ['wordpress', 'themes', 'plugins', 'uploads', 'database']

interface Entry {
  readonly size: string
  readonly debug: string
  readonly raw: number
}

t.test('each part of the site, and all of it', async t => {
  const folder = t.testdir({ 'a.js': 'x'.repeat(1500), lib: { 'b.js': 'x'.repeat(36) } })
  const storage = createMemoryStorage({ url })
  await storage.put('2026/01/a.txt', { bytes: Buffer.alloc(2048), type: 'text/plain' })
  const { send } = await makeSite({ media: { storage }, siteHealth: { folder } })
  const { status, body } = await send('GET //cms-site-health/v1/directory-sizes')
  t.equal(status, 200)
  const { raw, total_size: total, ...entries } = body as Record<string, Entry> & { readonly raw: number }
  t.same(
    Object.keys(entries),
    PARTS.map(part => `${part}_size`),
  )
  t.strictSame(entries['wordpress_size'], { size: '1.50 KB', debug: '1.50 KB (1536 bytes)', raw: 1536 })
  t.strictSame(entries['uploads_size'], { size: '2.00 KB', debug: '2.00 KB (2048 bytes)', raw: 2048 })
  t.strictSame(entries['themes_size'], { size: '0.00 B', debug: '0.00 B (0 bytes)', raw: 0 })
  const sum = Object.values(entries).reduce((all, entry) => all + entry.raw, 0)
  t.equal(total?.raw, sum)
  t.equal(raw, sum)
})

t.test('the folders of themes', async t => {
  const folder = t.testdir({ plain: { 'style.css': 'x'.repeat(700), 'screenshot.png': 'x'.repeat(300) } })
  const { send } = await makeSite({ themes: [themesIn(folder)] })
  const { body } = await send('GET //cms-site-health/v1/directory-sizes?_fields=themes_size.raw')
  t.same(body, { themes_size: { raw: 1000 } })
})

t.test('fonts are part of the uploads', async t => {
  const storage = createMemoryStorage({ url })
  await storage.put('fonts/a.woff2', { bytes: Buffer.alloc(10), type: 'font/woff2' })
  await storage.put('fontsize.txt', { bytes: Buffer.alloc(5), type: 'text/plain' })
  const { send } = await makeSite({ media: { storage }, dialect: wpDialect })
  const path = '//wp-site-health/v1/directory-sizes?_fields='
  const { body } = await send(`GET ${path}fonts_size.raw,uploads_size.raw,database_size.raw,total_size.raw`)
  const sizes = body as Record<string, Entry>
  t.equal(sizes['fonts_size']?.raw, 10)
  t.equal(sizes['uploads_size']?.raw, 15)
  t.equal(sizes['total_size']?.raw, 15 + (sizes['database_size']?.raw ?? 0))
})

onEveryStore(t, 'the database', async (t, make) => {
  const { send } = await make()
  const size = async () => {
    const { body } = await send('GET //cms-site-health/v1/directory-sizes?_fields=database_size')
    return (body as { database_size: Entry }).database_size.raw
  }
  const before = await size()
  t.ok(before > 0)
  await send('POST /posts', { body: { title: 'x', content: 'y'.repeat(100_000) } })
  t.ok((await size()) >= before + 90_000)
})

t.test('a part that cannot be measured', async t => {
  const warnings: string[] = []
  const logger = { info() {}, error() {}, warn: (_: object, message: string) => warnings.push(message) }
  const { send } = await makeSite({
    services: { logger },
    register: site =>
      site.context.get(measuredSizes).replace('themes', () => Promise.reject(new RangeError('too many files'))),
  })
  const { status, body } = await send('GET //cms-site-health/v1/directory-sizes')
  t.equal(status, 500)
  t.match(body, { code: 'not_available', data: { status: 500 } })
  t.equal(warnings.length, 1)
})

t.test('who may see them', async t => {
  const { send } = await makeSite()
  const at = 'GET //cms-site-health/v1/directory-sizes'
  t.match(await send(at, { as: 'anonymous' }), { status: 401, body: { code: 'empty_username' } })
  t.match(await send(at, { as: 'editor' }), { status: 403, body: { code: 'rest_forbidden' } })
})

t.test('the sizes of all files, without link targets', async t => {
  const folder = t.testdir({ a: 'x'.repeat(10), within: { b: 'x'.repeat(5), deeper: { c: 'x' } }, empty: {} })
  symlinkSync(folder, join(folder, 'loop'))
  t.equal(await folderSize(folder), 16)
  t.equal(await folderSize(pathToFileURL(folder)), 16)
})

t.test('a folder that is missing has no size', async t => {
  t.equal(await folderSize(join(t.testdir(), 'missing')), 0)
})

t.test('ends when the signal aborts', async t => {
  const folder = t.testdir({ a: 'x' })
  await t.rejects(folderSize(folder, AbortSignal.abort(new Error('late'))), { message: 'late' })
})
