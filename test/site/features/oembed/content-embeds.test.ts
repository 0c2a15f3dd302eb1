import { type Logger, postsIn, type WebClient, type WebResult } from '@platen/site'
import { oembedHtml } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import t from 'tap'
import { someTurns } from '../../../some-turns.js'
import { countingReads } from '../../access/counting-reads.js'
import { type MakeOn, onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { fakeWeb } from '../../web/fake-web.js'

const PAGE = 'https://tube.example/watch/1'
const MISSING = 'https://tube.example/watch/missing'
const endpointOf = (page: string, width = 600) =>
  `https://tube.example/oembed?url=${encodeURIComponent(page)}&format=json&maxwidth=${width}`
const video = (name: string, more = {}) => ({
  type: 'application/json',
  body: JSON.stringify({
    type: 'video',
    html: `<iframe src="https://tube.example/${name}"></iframe><script>x()</script>`,
    ...more,
  }),
})
const FRAME = '<iframe src="https://tube.example/player"'
const MINUTE = 60_000

const tubePages = () => fakeWeb({ [endpointOf(PAGE)]: video('player'), [endpointOf(PAGE, 300)]: video('small') })

async function open(
  make: MakeOn,
  web: WebClient,
  { logger, ...options }: Parameters<MakeOn>[0] & { readonly logger?: Logger } = {},
) {
  let now = Date.UTC(2024, 0, 1)
  const made = await make({
    ...options,
    services: { web, clock: () => now, ...(logger && { logger }) },
    register: site =>
      site.registerOembedProvider('tube', {
        endpoint: 'https://tube.example/oembed',
        urls: ['https://*.tube.example/watch/*'],
      }),
  })
  const write = async (content: string) => {
    const { body } = await made.send('POST /posts', {
      as: 'administrator',
      body: { title: 'x', status: 'publish', content },
    })
    return (body as { id: number }).id
  }
  const read = async (id: number) => {
    const { body } = await made.send(`GET /posts/${id}`, { as: '' })
    return (body as { content: { rendered: string } }).content.rendered
  }
  return {
    ...made,
    write,
    read,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

onEveryStore(t, 'URLs of providers become their embeds', async (t, make) => {
  const { web, requests } = tubePages()
  const site = await open(make, web)
  for (const content of [
    PAGE,
    `<!-- wp:embed {"url":"${PAGE}"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${PAGE}\n</div></figure>\n<!-- /wp:embed -->`,
    `Look: [embed]${PAGE}[/embed]`,
  ]) {
    const html = await site.read(await site.write(content))
    t.match(html, FRAME)
    t.notMatch(html, '<script')
    t.notMatch(html, PAGE)
  }
  t.match(await site.read(await site.write(`[embed width="300"]${PAGE}[/embed]`)), 'https://tube.example/small')
  t.same(requests, [endpointOf(PAGE), endpointOf(PAGE, 300)], 'each is requested once')
  for (const content of [`See ${PAGE}`, 'https://other.example/1', `<pre>\n${PAGE}\n</pre>`])
    t.notMatch(await site.read(await site.write(content)), '<iframe', content)
  t.equal(requests.length, 2, 'nothing else is requested')
})

onEveryStore(t, 'a failure is not repeated for ten minutes', async (t, make) => {
  const { web, requests } = tubePages()
  const site = await open(make, web, { cache: true })
  const id = await site.write(MISSING)
  for (let reader = 0; reader < 3; reader++) t.match(await site.read(id), MISSING)
  site.pass(9 * MINUTE)
  t.match(await site.read(id), MISSING)
  t.equal(requests.length, 1)
  site.pass(MINUTE)
  await site.read(id)
  t.equal(requests.length, 2, 'also when the response is cached')
})

onEveryStore(t, 'a clock that is set back prolongs neither failures nor embeds', async (t, make) => {
  const { web, requests } = tubePages()
  const site = await open(make, web, { cache: true })
  const ids = [await site.write(MISSING), await site.write(PAGE)]
  for (const id of ids) await site.read(id)
  t.equal(requests.length, 2)
  site.pass(-400 * 24 * 60 * MINUTE)
  for (const id of ids) await site.read(id)
  t.equal(requests.filter(url => url === endpointOf(MISSING)).length, 2, 'also when the response is cached')
  await site.write('another post, after which no response is cached')
  t.match(await site.read(ids[1] ?? 0), FRAME)
  await someTurns()
  t.equal(requests.filter(url => url === endpointOf(PAGE)).length, 2)
})

onEveryStore(t, 'an embed is requested again after a day, and shown meanwhile', async (t, make) => {
  let outcome: 'works' | 'fails' = 'works'
  const requests: string[] = []
  const pages = tubePages().web
  const web: WebClient = {
    permits: () => true,
    async get(url, request): Promise<WebResult> {
      requests.push(url)
      return outcome === 'works' ? pages.get(url, request) : { outcome: 'failed', cause: new Error('down') }
    },
  }
  const site = await open(make, web)
  const id = await site.write(PAGE)
  t.match(await site.read(id), FRAME)
  site.pass(23 * 60 * MINUTE)
  t.match(await site.read(id), FRAME)
  t.equal(requests.length, 1)
  outcome = 'fails'
  site.pass(2 * 60 * MINUTE)
  for (let reader = 0; reader < 3; reader++) {
    t.match(await site.read(id), FRAME, 'the old one is better than none')
    await someTurns()
  }
  t.equal(requests.length, 2, 'a provider that is down is not requested for each reader')
})

onEveryStore(t, 'readers wait for half a second at most', async (t, make) => {
  let release = () => {}
  const waiting = new Promise<void>(resolve => {
    release = resolve
  })
  let requests = 0
  const pages = tubePages().web
  const web: WebClient = {
    permits: () => true,
    async get(url, request) {
      requests++
      await waiting
      return pages.get(url, request)
    },
  }
  const site = await open(make, web)
  const id = await site.write(PAGE)
  const began = performance.now()
  const [first, second] = await Promise.all([site.read(id), site.read(id)])
  t.ok(performance.now() - began < 8000)
  t.match(first, PAGE)
  t.match(second, PAGE)
  t.equal(requests, 1, 'concurrent readers share a request')
  release()
  await someTurns()
  t.match(await site.read(id), FRAME)
})

onEveryStore(t, 'a page with many embeds requests a few at a time', async (t, make) => {
  let running = 0
  let most = 0
  const web: WebClient = {
    permits: () => true,
    async get(): Promise<WebResult> {
      most = Math.max(most, ++running)
      await new Promise(resolve => setTimeout(resolve, 5))
      running--
      return { outcome: 'failed', cause: new Error('down') }
    },
  }
  const site = await open(make, web)
  const urls = Array.from({ length: 200 }, (_, i) => `${PAGE}${i}`)
  const id = await site.write(urls.join('\n\n'))
  for (let reader = 0; reader < 3; reader++) await site.read(id)
  t.ok(most > 0 && most <= 8, `${most} at a time`)
})

t.test('an embed that cannot be stored is shown', async t => {
  const { web } = tubePages()
  const warnings: string[] = []
  const logger = { info() {}, error() {}, warn: (_: object, message: string) => void warnings.push(message) }
  let isFull = false
  const wrapStore = (store: Store): Store => ({
    ...store,
    transaction: work => (isFull ? Promise.reject(new Error('the disk is full')) : store.transaction(work)),
  })
  const site = await open(makeSite, web, { wrapStore, logger })
  const id = await site.write('x')
  await postsIn(site.store).update(id, { content: PAGE })
  isFull = true
  t.match(await site.read(id), FRAME)
  t.same(warnings, ['an embed could not be loaded'])
})

t.test('embeds are sanitized, and cannot contain shortcodes', async t => {
  const html =
    '<p onclick="x()">[secret]</p><iframe src="https://site.example/"></iframe><img src="javascript:x" onerror="x()">'
  const { web } = fakeWeb({ [endpointOf(PAGE)]: video('', { html }) })
  const site = await open(makeSite, web)
  site.site.context.shortcodes.register('secret', () => 'the secret')
  const rendered = await site.read(await site.write(`${PAGE}\n\nand [secret]`))
  t.match(rendered, '&#91;secret&#93;')
  t.match(rendered, 'and the secret')
  for (const bad of ['onclick', 'onerror', 'javascript:', '<iframe']) t.notMatch(rendered, bad)
})

t.test('only the endpoints of providers are requested, whatever content names', async t => {
  const { web, requests } = tubePages()
  const site = await open(makeSite, web)
  const urls = [
    'http://127.0.0.1/',
    'http://10.0.0.1:8080/watch/1',
    'https://tube.example.evil.example/watch/1',
    'https://x@tube.example:22/watch/1',
    'http://localhost/watch/1',
    'https://blog.example/',
  ]
  for (const url of urls)
    t.notMatch(await site.read(await site.write(`${url}\n\n[embed]${url}[/embed]`)), '<iframe', url)
  t.same(requests, [])
})

onEveryStore(t, 'a site without a web client shows links and stores nothing', async (t, make) => {
  const { send } = await make()
  const created = await send('POST /posts', {
    as: 'administrator',
    body: { title: 'x', status: 'publish', content: 'https://www.youtube.com/watch?v=1' },
  })
  t.match(created.body, { content: { rendered: '<p>https://www.youtube.com/watch?v=1</p>\n' } })
})

interface Post {
  readonly id: number
  readonly link: string
  readonly content: { readonly rendered: string }
}

const writer =
  (send: TestSite['send']) =>
  async (content: string, more: object = {}, path = '/posts') => {
    const body = { title: 'Page', status: 'publish', content, ...more }
    return (await send(`POST ${path}`, { as: 'administrator', body })).body as Post
  }
const reader =
  (send: TestSite['send'], as = '') =>
  async ({ id }: Post) =>
    ((await send(`GET /posts/${id}`, { as })).body as Post).content.rendered.replaceAll('\n', '')

const quoteOf = (link: string, title: string) =>
  `<blockquote cite="${link}"><p><a href="${link}">${title}</a></p><footer>A test site</footer></blockquote>`

onEveryStore(t, 'URLs of posts of the site become their embeds', async (t, make) => {
  const { send } = await make({ title: 'A test site' })
  const [write, read] = [writer(send), reader(send)]
  const { link, id } = await write('x', { title: 'Herbs & mint' })
  const parent = await write('x', { slug: 'garden' }, '/pages')
  const page = await write('x', { title: 'Beds', slug: 'beds', parent: parent.id }, '/pages')
  const html = quoteOf(link, 'Herbs &#038; mint')
  const block = (url: string) =>
    `<!-- wp:embed {"url":"${url}"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url}\n</div></figure>\n<!-- /wp:embed -->`
  for (const content of [
    link,
    block(link),
    `[embed]${link}[/embed]`,
    `[embed width="300"]${link}[/embed]`,
    `<!-- wp:paragraph -->\n<p>${link}</p>\n<!-- /wp:paragraph -->`,
    `https://site.example/?p=${id}`,
    `${link}#comments`,
    `${link}?page=2`,
  ])
    t.ok((await read(await write(content))).includes(html), content)
  const both = await read(await write(`${link}\n\n${page.link}\n\n${link}`))
  t.equal(both.split(html).length, 3)
  t.ok(both.includes(quoteOf(page.link, 'Beds')))
  for (const content of [
    `See ${link}`,
    'https://site.example/',
    'https://site.example/none/',
    `<pre>\n${link}\n</pre>`,
  ])
    t.notMatch(await read(await write(content)), '<blockquote', content)
})

onEveryStore(t, 'nobody sees the title of a post that not everybody may read', async (t, make) => {
  const { send } = await make({ title: 'A test site' })
  const write = writer(send)
  const hidden = [
    await write('x', { title: 'Hidden', status: 'draft' }),
    await write('x', { title: 'Hidden', status: 'private' }),
    await write('x', { title: 'Hidden', status: 'future', date: '2090-01-01T00:00:00' }),
  ]
  const shown = await write(hidden.flatMap(({ id, link }) => [link, `https://site.example/?p=${id}`]).join('\n\n'))
  for (const as of ['', 'administrator']) t.notMatch(await reader(send, as)(shown), /Hidden|<blockquote/, as)
  const locked = await write('the secret', { title: 'Locked', password: 'key' })
  const rendered = await reader(send)(await write(locked.link))
  t.ok(rendered.includes(quoteOf(locked.link, 'Protected: Locked')))
  t.notMatch(rendered, 'the secret')
})

t.test('an embed follows its post', async t => {
  const { send } = await makeSite({ cache: true })
  const [write, read] = [writer(send), reader(send)]
  const target = await write('x', { title: 'Before' })
  const shown = await write(target.link)
  t.match(await read(shown), '>Before<')
  await send(`PUT /posts/${target.id}`, { as: 'administrator', body: { title: 'After' } })
  t.match(await read(shown), '>After<')
  await send(`DELETE /posts/${target.id}`, { as: 'administrator' })
  t.notMatch(await read(shown), '<blockquote')
})

t.test('posts that embed themselves and each other end', async t => {
  const { send } = await makeSite()
  const [write, read] = [writer(send), reader(send)]
  const [first, second] = [await write('x', { title: 'First' }), await write('x', { title: 'Second' })]
  for (const { id } of [first, second])
    await send(`PUT /posts/${id}`, { as: 'administrator', body: { content: `${first.link}\n\n${second.link}` } })
  t.equal((await read(first)).split('<blockquote').length, 3)
})

t.test('titles cannot add shortcodes or markup', async t => {
  const { send, site } = await makeSite()
  site.context.shortcodes.register('secret', () => 'the secret')
  const write = writer(send)
  const { link } = await write('x', { title: '[secret] <img src=x onerror="x()"> &lt;b&gt;' })
  const rendered = await reader(send)(await write(link))
  t.match(rendered, '<blockquote')
  t.notMatch(rendered, /the secret|<img|<b>/)
})

t.test('the filter of embeds changes them, with the width of the shortcode', async t => {
  const { send, site } = await makeSite()
  site.filter(oembedHtml, ({ link, width }) => `<iframe src="${link}embed/" width="${width}"></iframe>`)
  const write = writer(send)
  const { link } = await write('x')
  const frame = (width: number) => `<iframe src="${link}embed/" width="${width}"`
  t.match(await reader(send)(await write(`[embed width="300"]${link}[/embed]`)), frame(300))
  t.match(await reader(send)(await write(link)), frame(600))
})

t.test('a page of posts costs the same queries, however many posts it embeds', async t => {
  const counting = countingReads()
  const { send, site } = await makeSite({ wrapStore: counting.wrap })
  const write = writer(send)
  const targets = await Promise.all(Array.from({ length: 60 }, (_, i) => write('x', { title: `Target ${i}` })))
  const [one] = targets
  const cost = async () => {
    await site.context.options()
    counting.taken()
    t.equal((await send('GET /posts?per_page=5&_fields=content', { as: '' })).status, 200)
    return counting.taken().filter(each => each !== 'options.all')
  }
  const none = await cost()
  await write(one?.link ?? '')
  const few = await cost()
  for (let i = 0; i < 5; i++) await write(targets.map(({ link }) => link).join('\n\n'))
  t.strictSame(await cost(), few)
  t.strictSame(few, [...none, 'posts.find', 'posts.find'], 'candidates by slug, and by the numbers in URLs')
})
