import { RegistrationError } from '@platen/site/extend'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import t from 'tap'
import { makeSite } from '../../make-site.js'
import { fakeWeb } from '../../web/fake-web.js'

const json = (body: unknown) => ({ body: JSON.stringify(body), type: 'application/json' })
const player = 'https://frames.tube.example/1'
const VIDEO = {
  version: '1.0',
  type: 'video',
  title: 'A <b>video</b>',
  author_name: 'Ann',
  author_url: 'javascript:alert(1)',
  provider_name: 'Tube',
  provider_url: 'https://tube.example/',
  thumbnail_url: 'https://tube.example/t.png',
  thumbnail_width: '480',
  thumbnail_height: 360,
  width: 560,
  height: -1,
  html: `<iframe width="560" height="315" src="${player}" onload="x()"></iframe><script>x()</script>`,
  secret: { a: 1 },
}
const endpointOf = (page: string, width = 600, more = '') =>
  `https://tube.example/oembed?url=${encodeURIComponent(page)}&format=json&maxwidth=${width}${more}`
const page = (name: string) => `https://www.tube.example/watch/${name}`
const linked = (href: string) => `<link rel="alternate" type="application/json+oembed" href="${href}">`
const { web, requests } = fakeWeb({
  [endpointOf(page('1'))]: json(VIDEO),
  [endpointOf(page('1'), 300, '&maxheight=200')]: json({ ...VIDEO, width: 300 }),
  [endpointOf(page('short'))]: json({ ...VIDEO, cache_age: '600' }),
  [endpointOf(page('evil'))]: json({ ...VIDEO, html: '<iframe src="https://evil.example/"></iframe>' }),
  [endpointOf(page('own'))]: json({ ...VIDEO, html: '<iframe src="https://site.example/"></iframe>' }),
  [endpointOf(page('number'))]: json({ ...VIDEO, html: 5 }),
  [endpointOf(page('list'))]: json([VIDEO]),
  [endpointOf(page('null'))]: json(null),
  [endpointOf(page('type'))]: json({ ...VIDEO, type: 'constructor' }),
  [endpointOf(page('text'))]: 'not JSON',
  [endpointOf(page('long'))]: json({ ...VIDEO, title: 'x'.repeat(300_000) }),
  [endpointOf(page('gone'))]: { ...json(VIDEO), status: 404 },
  [endpointOf(page('photo'))]: json({
    type: 'photo',
    url: 'https://tube.example/p.png',
    width: 10,
    height: 5,
    title: 'P "x"',
  }),
  [endpointOf(page('no-photo'))]: json({ type: 'photo', url: 'javascript:x' }),
  [endpointOf(page('link'))]: json({ type: 'link', title: 'L <b>' }),
  'https://blog.example/post': linked('https://blog.example/oembed?id=1'),
  'https://blog.example/oembed?id=1&maxwidth=600': json({
    ...VIDEO,
    type: 'rich',
    html: '<iframe src="https://blog.example/e"></iframe><iframe src="https://other.example/e"></iframe>',
  }),
  'https://inside.example/post': linked('http://10.0.0.1/oembed'),
  'https://plain.example/': '<title>Plain</title>',
})
let now = Date.UTC(2024, 0, 1)
const { send } = await makeSite({
  services: { web, clock: () => now },
  register: site =>
    site.registerOembedProvider('tube', {
      endpoint: 'https://tube.example/oembed',
      urls: ['https://*.tube.example/watch/*'],
      frames: ['frames.tube.example', 'site.example'],
    }),
})
const proxy = (url: string, query = '', as = 'contributor') =>
  send(`GET //oembed/1.0/proxy?url=${encodeURIComponent(url)}${query}`, { as })

/** The frames that a browser would show: their URLs and sandboxes; it fails for any script. */
function framesIn(html: string) {
  const frames: string[] = []
  const waiting: DefaultTreeAdapterMap['node'][] = [parseFragment(html)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) {
      if (node.tagName === 'script' || node.attrs.some(({ name }) => name.startsWith('on'))) frames.push('a script')
      const value = (name: string) => ('attrs' in node ? node.attrs.find(each => each.name === name)?.value : undefined)
      if (node.tagName === 'iframe') frames.push(`${value('src')} ${value('sandbox')?.includes('allow-same-origin')}`)
    }
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
  return frames
}

t.test('the embed of a provider, with checked members', async t => {
  const { status, body } = await proxy(page('1'))
  t.equal(status, 200)
  const { html, ...rest } = body as { html: string }
  t.strictSame(rest, {
    version: '1.0',
    type: 'video',
    title: 'A video',
    author_name: 'Ann',
    provider_name: 'Tube',
    provider_url: 'https://tube.example/',
    thumbnail_url: 'https://tube.example/t.png',
    thumbnail_width: 480,
    thumbnail_height: 360,
    width: 560,
  })
  t.strictSame(framesIn(html), [`${player} true`])
})

t.test('limits are sent to the provider; other formats stay JSON', async t => {
  const { headers, body } = await proxy(page('1'), '&maxwidth=300&maxheight=200&format=xml')
  t.equal(headers['Content-Type'], 'application/json; charset=UTF-8')
  t.match(body, { width: 300 })
})

t.test('pictures and links become HTML', async t => {
  t.match((await proxy(page('photo'))).body, {
    url: 'https://tube.example/p.png',
    html: `<a href="${page('photo')}"><img src="https://tube.example/p.png" alt="P &quot;x&quot;" width="10" height="5" /></a>`,
  })
  t.match((await proxy(page('link'))).body, { html: `<a href="${page('link')}">L</a>` })
})

for (const name of ['evil', 'own', 'number', 'list', 'null', 'type', 'text', 'long', 'gone', 'no-photo', 'unknown']) {
  t.test(`nothing of ${name} is embedded`, async t => {
    t.match(await proxy(page(name)), { status: 404, body: { code: 'oembed_invalid_url' } })
  })
}

t.test('a page of an unknown site may name its endpoint: frames of that host, in a sandbox', async t => {
  const { body } = await proxy('https://blog.example/post')
  t.strictSame(framesIn((body as { html: string }).html), ['https://blog.example/e false'])
  const before = requests.length
  t.equal((await proxy('https://blog.example/post', '&discover=false')).status, 404)
  t.equal(requests.length, before)
})

const NOWHERE = [
  'https://inside.example/post',
  'https://plain.example/',
  'https://unresolved.example/',
  'http://10.0.0.1/',
  'http://localhost/',
  'https://plain.example:22/',
  'https://user:secret@plain.example/',
  'https://site.example/nope/',
  'ftp://plain.example/',
]
for (const url of NOWHERE) t.test(url, async t => t.equal((await proxy(url)).status, 404))

t.test('no request goes to a private address or to the site itself', async t => {
  t.strictSame(
    requests.filter(url => /10\.0\.0\.1|localhost|site\.example|:22|@/.test(url)),
    [],
  )
})

t.test("the site's own posts need no request", async t => {
  const { body } = await send('POST /posts', { body: { title: 'Own', content: 'x', status: 'publish' } })
  const before = requests.length
  t.match(await proxy((body as { link: string }).link, '&maxwidth=x'), {
    status: 200,
    body: { title: 'Own', width: 200 },
  })
  t.equal(requests.length, before)
})

t.test('callers who write nothing cause no request', async t => {
  const before = requests.length
  for (const [as, status] of [
    ['anonymous', 401],
    ['subscriber', 403],
  ] as const)
    t.match(await proxy(page('2'), '', as), { status, body: { code: 'rest_forbidden' } })
  t.equal(requests.length, before)
})

t.test('results are cached: as long as the provider says, for a day, or a minute if there is none', async t => {
  for (const [name, minutes] of [
    ['1', 24 * 60],
    ['short', 10],
    ['gone', 1],
  ] as const) {
    now += 2 * 24 * 60 * 60 * 1000
    await proxy(page(name))
    const before = requests.length
    now += minutes * 60 * 1000 - 1
    await proxy(page(name))
    t.equal(requests.length, before, name)
    now += 1
    await proxy(page(name))
    t.equal(requests.length, before + 1, name)
  }
})

const WRONG: Readonly<Record<string, object>> = {
  'an endpoint that is not https': { endpoint: 'http://a.example/oembed', urls: [] },
  'no URL': { endpoint: 'oembed', urls: [] },
  'a pattern for all hosts': { endpoint: 'https://a.example/oembed', urls: ['https://*/*'] },
  'a star within a host': { endpoint: 'https://a.example/oembed', urls: ['https://a*.example/*'] },
  'an unknown option': { endpoint: 'https://a.example/oembed', urls: [], frame: [] },
}
for (const [what, options] of Object.entries(WRONG)) {
  t.test(`a provider with ${what} cannot be registered`, async t => {
    const register = makeSite({ register: site => site.registerOembedProvider('a', options as never) })
    await t.rejects(register, RegistrationError)
  })
}
