import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDownloader, createMemoryStorage, createWebClient } from '@platen/media'
import type { WebClient } from '@platen/site'
import t from 'tap'
import { makeSite } from '../site/make-site.js'

// A server within the own network: nothing that a client sends may lead a request to it.
let reached = 0
const inside = createServer((_, res) => {
  reached++
  res.setHeader('content-type', 'text/html').end('<title>secret</title>')
})
await new Promise<void>(resolve => inside.listen(0, '127.0.0.1', resolve))
t.teardown(() => inside.close())
const { port } = inside.address() as AddressInfo

/** Names of hosts that somebody else controls. `rebinds.test` resolves to a public address first, and then here. */
let asked = 0
const ADDRESSES: Readonly<Record<string, () => readonly string[]>> = {
  'inside.test': () => ['127.0.0.1'],
  'mapped.test': () => ['::ffff:127.0.0.1'],
  'six.test': () => ['::1'],
  'both.test': () => ['::1', '127.0.0.1', '10.0.0.1'],
  'rebinds.test': () => [asked++ % 2 === 0 ? '192.0.2.1' : '127.0.0.1'],
}
const resolve = async (name: string) =>
  (ADDRESSES[name]?.() ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
const { send } = await makeSite({ services: { web: createWebClient({ resolve, timeout: 2_000 }) } })

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '0',
  '0.0.0.0',
  '0x7f000001',
  '017700000001',
  '2130706433',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[fe80::1]',
  'localhost',
  'LOCALHOST.',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '10.0.0.1',
  '169.254.169.254',
  'public.test:80@127.0.0.1',
  ...Object.keys(ADDRESSES),
]
const ROUTES = ['cms-block-editor/v1/url-details', 'oembed/1.0/proxy']

for (const route of ROUTES) {
  for (const host of HOSTS) {
    for (const target of [`http://${host}:${port}/`, `http://${host}/`, `http://${host}:8080/`]) {
      t.test(`${route}: ${target.replace(String(port), 'PORT')}`, async t => {
        const { status } = await send(`GET //${route}?url=${encodeURIComponent(target)}`)
        t.ok(status === 400 || status === 404, String(status))
        t.equal(reached, 0)
      })
    }
  }
}

t.test('feeds of blocks', async t => {
  const targets = HOSTS.flatMap(host => [`http://${host}:${port}/`, `http://${host}/`, `http://${host}:8080/`])
  // A text shows a limited number of feeds.
  for (let start = 0; start < targets.length; start += 10) {
    const some = targets.slice(start, start + 10)
    const content = some.map(feedURL => `<!-- wp:rss ${JSON.stringify({ feedURL })} /-->`).join('')
    const { status, body } = await send('POST /posts', { body: { content, status: 'publish' } })
    t.equal(status, 201)
    const html = (body as { content: { rendered: string } }).content.rendered
    t.equal(html.split('notice-error').length - 1, some.length, some.join(' ').replaceAll(String(port), 'PORT'))
    t.notMatch(html, /secret/)
    t.equal(reached, 0)
  }
})

t.test('files from URLs', async t => {
  const storage = createMemoryStorage({ url: 'https://site.example/files' })
  const site = await makeSite({ media: { storage, download: createDownloader({ resolve, timeout: 2_000 }) } })
  for (const host of HOSTS) {
    const url = `http://${host}:${port}/a.png`
    const { status } = await site.send('POST /media', { body: { url }, as: 'author' })
    t.equal(status, 400, host)
  }
  t.equal(reached, 0)
})

const OTHER_URLS = [
  'ftp://public.example/',
  'file:///etc/passwd',
  'gopher://public.example/',
  'data:text/html,<title>x</title>',
  'javascript:alert(1)',
  'http://user@public.example/',
  'http://:secret@public.example/',
  'http://public.example:22/',
  'http://public.example:6379/',
  'http://public.example:65536/',
  'http://public/',
  '//public.example/',
]

for (const route of ROUTES) {
  for (const target of OTHER_URLS) {
    t.test(`${route}: ${target}`, async t => {
      const requested: string[] = []
      const web = createWebClient({
        async resolve(name) {
          requested.push(name)
          return []
        },
      })
      const { send } = await makeSite({ services: { web } })
      const { status } = await send(`GET //${route}?url=${encodeURIComponent(target)}`)
      t.ok(status === 400 || status === 404, String(status))
      t.same(requested, [], 'no name is resolved')
    })
  }
}

const REDIRECTS = [
  'http://public.example:22/',
  'http://127.0.0.1/',
  'http://[::ffff:10.0.0.1]/',
  'ftp://public.example/',
]

for (const route of ROUTES) {
  for (const to of [...REDIRECTS, 'http://public/']) {
    t.test(`${route}: a redirect to ${to}`, async t => {
      const followed: string[] = []
      const client = createWebClient({ timeout: 2_000 })
      // Redirects as the client does, without a server on a public address.
      const web: WebClient = {
        permits: client.permits,
        async get(url, { follows = () => true }) {
          if (url !== 'http://public.example/') throw new Error(url)
          if (follows(to)) followed.push(to)
          return { outcome: 'refused', reason: 'redirected' }
        },
      }
      const { send } = await makeSite({ services: { web } })
      const { status } = await send(`GET //${route}?url=${encodeURIComponent('http://public.example/')}`)
      t.ok(status === 400 || status === 404, String(status))
      t.same(followed, [])
    })
  }
}

t.test('the web client alone reaches nothing either, on any port', async t => {
  const web = createWebClient({ resolve, timeout: 2_000 })
  for (const host of HOSTS) {
    const result = await web.get(`http://${host}:${port}/`, { maxBytes: 100 })
    t.not(result.outcome, 'response', host)
  }
  t.equal(reached, 0)
})

t.test('the server responds to permitted clients', async t => {
  const web = createWebClient({ resolve, allowPrivate: address => address === '127.0.0.1' })
  t.match(await web.get(`http://inside.test:${port}/`, { maxBytes: 100 }), { outcome: 'response', status: 200 })
  t.equal(reached, 1)
})
