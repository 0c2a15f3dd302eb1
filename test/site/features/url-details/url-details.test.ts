import { createMemoryStorage } from '@platen/media'
import { wpDialect } from '@platen/site'
import t from 'tap'
import { loadModule } from '../../load-module.js'
import { makeSite } from '../../make-site.js'
import { fakeWeb } from '../../web/fake-web.js'

const PAGE = `<title>A &amp; <b>b</b>
  c</title><base href="/base/"><link rel="stylesheet" href="x.css"><link rel="Shortcut Icon" href="icon.png">
  <meta name="description" content="It is &quot;it&quot;"><meta property="og:image" content="//cdn.example/i.png">`
const EMPTY = { title: '', icon: '', description: '', image: '' }
const { web, requests } = fakeWeb({
  'https://page.example/': PAGE,
  'https://moved.example/': { body: '<link rel=icon href=i.png>', url: 'https://end.example/a/b' },
  'https://script.example/': '<link rel=icon href="javascript:x"><meta property=og:image content="data:x">',
  'https://social.example/': '<meta property="og:description" content="From elsewhere">',
  'https://picture.example/': { body: PAGE, type: 'image/png' },
  'https://gone.example/': { body: PAGE, status: 404 },
  'https://down.example/': { outcome: 'failed', cause: new Error('reset') },
  'https://long.example/': `${' '.repeat(200_000)}<title>too late</title>`,
})
let now = Date.UTC(2024, 0, 1)
const services = { web, clock: () => now }
const { send } = await makeSite({
  services,
  title: 'The site',
  media: { storage: createMemoryStorage({ url: 'https://site.example/files' }) },
})
const path = '//cms-block-editor/v1/url-details?url='
const details = (url: string, as?: string) =>
  send(`GET ${path}${encodeURIComponent(url)}`, as === undefined ? {} : { as })

t.test('the details of a page', async t => {
  const { status, body } = await details('https://page.example/')
  t.equal(status, 200)
  t.strictSame(body, {
    title: 'A & b c',
    icon: 'https://page.example/base/icon.png',
    description: 'It is "it"',
    image: 'https://cdn.example/i.png',
  })
})

const PAGES: Readonly<Record<string, object>> = {
  'https://moved.example/': { ...EMPTY, icon: 'https://end.example/a/i.png' },
  'https://script.example/': EMPTY,
  'https://social.example/': { ...EMPTY, description: 'From elsewhere' },
  'https://picture.example/': EMPTY,
  'https://long.example/': EMPTY,
}
for (const [url, expected] of Object.entries(PAGES))
  t.test(url, async t => t.strictSame((await details(url)).body, expected))

const REFUSED: Readonly<Record<string, readonly [status: number, code: string]>> = {
  '': [400, 'rest_invalid_param'],
  nothing: [400, 'rest_invalid_param'],
  'ftp://page.example/': [400, 'rest_invalid_param'],
  'http://127.0.0.1/': [400, 'rest_invalid_param'],
  'http://localhost/': [400, 'rest_invalid_param'],
  'https://page.example:22/': [400, 'rest_invalid_param'],
  'https://user:secret@page.example/': [400, 'rest_invalid_param'],
  'https://user:secret@site.example/': [400, 'rest_invalid_param'],
  'https://unresolved.example/': [400, 'rest_invalid_param'],
  'https://gone.example/': [404, 'no_response'],
  'https://down.example/': [404, 'no_response'],
  'https://site.example/nope/': [404, 'no_response'],
  'https://site.example/files/nope.html': [404, 'no_response'],
  'https://site.example/files/%zz': [400, 'rest_invalid_param'],
}
for (const [url, [status, code]] of Object.entries(REFUSED)) {
  t.test(`refuses ${url}`, async t => {
    const response = await details(url)
    t.equal(response.status, status)
    t.match(response.body, { code, data: status === 400 ? { params: { url: String } } : { status } })
  })
}

t.test("the details of the site's own pages need no request", async t => {
  const before = requests.length
  const post = { title: 'Own & <em>page</em>', excerpt: 'In <b>short</b>', status: 'publish', slug: 'own' }
  const { body } = await send('POST /posts', { body: { ...post, content: 'x' } })
  const { link } = body as { link: string }
  t.strictSame((await details(link)).body, { ...EMPTY, title: 'Own & page – The site', description: 'In short' })
  const term = await send('POST /categories', { body: { name: 'News & <b>more</b>' } })
  const news = (term.body as { link: string }).link
  t.strictSame((await details(news)).body, { ...EMPTY, title: 'News & more – The site' })
  t.strictSame((await details('https://site.example')).body, { ...EMPTY, title: 'The site' })
  t.equal(requests.length, before)
})

t.test('callers who write nothing learn nothing, and cause no request', async t => {
  const before = requests.length
  for (const [as, status] of [
    ['anonymous', 401],
    ['subscriber', 403],
  ] as const) {
    t.match(await details('https://page.example/', as), { status, body: { code: 'rest_cannot_view_url_details' } })
    t.match(await details('https://unresolved.example/', as), { status })
    t.match(await details('nothing', as), { status: 400 })
  }
  t.equal((await details('https://page.example/', 'contributor')).status, 200)
  t.equal(requests.length, before)
})

t.test('details are cached for an hour', async t => {
  await details('https://page.example/')
  const before = requests.length
  now += 59 * 60 * 1000
  await details('https://page.example/')
  t.equal(requests.length, before)
  now += 60 * 60 * 1000
  await details('https://page.example/')
  t.equal(requests.length, before + 1)
})

t.test('a site without a web client requests nothing', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  t.match(await send('GET //wp-block-editor/v1/url-details?url=https://page.example/'), {
    status: 400,
    body: { code: 'rest_invalid_param', data: { details: [] } },
  })
})

const { isPage, pageText } =
  await loadModule<typeof import('../../../../packages/site/src/kernel/web/page-text.js')>('kernel/web/page-text.js')

const latin = Uint8Array.from([...'<meta charset="iso-8859-1">\xe9'].map(character => character.charCodeAt(0)))
const CASES = [
  { what: 'UTF-8', bytes: Buffer.from('é'), type: 'text/html', text: 'é' },
  { what: 'the charset of the type', bytes: latin.slice(-1), type: 'text/html; charset="ISO-8859-1"', text: 'é' },
  { what: 'the declared charset', bytes: latin, type: 'text/html', text: '<meta charset="iso-8859-1">é' },
  {
    what: 'the charset of an equivalent header',
    bytes: Buffer.from('<meta http-equiv=Content-Type content="text/html; charset=windows-1252">\xe9', 'latin1'),
    type: '',
    text: '<meta http-equiv=Content-Type content="text/html; charset=windows-1252">é',
  },
  { what: 'an unknown charset', bytes: Buffer.from('é'), type: 'text/html; charset=nope', text: 'é' },
  { what: 'invalid bytes', bytes: Uint8Array.of(0xff), type: '', text: '\ufffd' },
  { what: 'nothing', bytes: new Uint8Array(), type: '', text: '' },
]
for (const { what, bytes, type, text } of CASES) t.test(what, async t => t.equal(pageText(bytes, type), text))

t.test('types of pages', async t => {
  for (const type of ['', 'text/html', 'TEXT/HTML; charset=x', 'application/xhtml+xml']) t.ok(isPage(type), type)
  for (const type of ['image/png', 'application/json', 'text/plain']) t.notOk(isPage(type), type)
})

const { createExpiringCache } =
  await loadModule<typeof import('../../../../packages/site/src/kernel/web/expiring-cache.js')>(
    'kernel/web/expiring-cache.js',
  )

function counting(lifetime: number, bytes = 10) {
  let runs = 0
  return { compute: async () => ({ value: ++runs, lifetime, bytes }), runs: () => runs }
}

t.test('computes once until the lifetime ends', async t => {
  let now = 0
  const cache = createExpiringCache<number>(10_000, () => now)
  const { compute } = counting(100)
  t.equal(await cache.get('a', compute), 1)
  now = 99
  t.equal(await cache.get('a', compute), 1)
  t.equal(await cache.get('b', compute), 2)
  now = 100
  t.equal(await cache.get('a', compute), 3)
})

t.test('a clock that is set back prolongs no lifetime', async t => {
  let now = 1000
  const cache = createExpiringCache<number>(10_000, () => now)
  const { compute } = counting(100)
  t.equal(await cache.get('a', compute), 1)
  now = 900
  t.equal(await cache.get('a', compute), 2)
})

t.test('concurrent callers share a computation', async t => {
  const cache = createExpiringCache<number>(10_000, () => 0)
  const { compute } = counting(0)
  t.strictSame(await Promise.all([cache.get('a', compute), cache.get('a', compute)]), [1, 1])
  t.equal(await cache.get('a', compute), 2, 'no lifetime: not cached')
})

t.test('a failure is not cached', async t => {
  const cache = createExpiringCache<number>(10_000, () => 0)
  const fail = async () => Promise.reject(new Error('no'))
  await t.rejects(cache.get('a', fail))
  t.equal(await cache.get('a', counting(100).compute), 1)
})

t.test('is bounded', async t => {
  const cache = createExpiringCache<number>(10_000, () => 0)
  const { compute, runs } = counting(100, 1_000)
  for (let key = 0; key < 100; key++) await cache.get(String(key), compute)
  await cache.get('0', compute)
  t.equal(runs(), 101, 'the first was dropped')
})
