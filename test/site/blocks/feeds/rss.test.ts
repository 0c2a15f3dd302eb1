import { postsIn, type WebClient, type WebResult } from '@platen/site'
import t from 'tap'
import { recordOf } from '../../features/posts/counting-site.js'
import { makeSite } from '../../make-site.js'
import { recordedSite, renderedBlock } from '../recorded-site.js'

const FEED = `<rss><channel><item><title>"One" &lt;script&gt;alert(1)&lt;/script&gt;</title><link>https://news.example/?a=1&amp;b='x'</link>
<dc:creator>Ann &lt;b&gt;</dc:creator><pubDate>Fri, 31 Dec 2021 10:00:00 +0000</pubDate><description>One two three four</description></item>
<item><title></title></item></channel></rss>`

const answer = (text: string, status = 200): WebResult => ({
  outcome: 'response',
  status,
  url: 'https://news.example/feed',
  contentType: 'application/rss+xml',
  bytes: new TextEncoder().encode(text),
  truncated: false,
})

/** A web that counts what is requested. */
function webOf(get: (url: string) => Promise<WebResult>): WebClient & { readonly requested: string[] } {
  const requested: string[] = []
  return {
    requested,
    permits: url => /^https?:\/\/[a-z.]+\.example\//.test(url),
    get(url) {
      requested.push(url)
      return get(url)
    },
  }
}

const block = (attributes: object) => `<!-- wp:rss ${JSON.stringify(attributes)} /-->`
const URL_OF_FEED = 'https://news.example/feed'
const NOTICE = /^<div class="components-placeholder"><div class="notice notice-error">/

t.test('entries as the attributes say', async t => {
  const web = webOf(async () => answer(FEED))
  const made = await recordedSite({ services: { web, clock: () => 0 } })
  t.equal(
    await renderedBlock(made, block({ feedURL: URL_OF_FEED })),
    `<ul class="wp-block-rss"><li class='wp-block-rss__item'><div class='wp-block-rss__item-title'><a href='https://news.example/?a=1&#038;b=%27x%27'>&quot;One&quot; alert(1)</a></div></li><li class='wp-block-rss__item'><div class='wp-block-rss__item-title'>(no title)</div></li></ul>`,
  )
  const shown = {
    itemsToShow: 1,
    displayDate: true,
    displayAuthor: true,
    displayExcerpt: true,
    excerptLength: 2,
    openInNewTab: true,
    rel: 'nofollow',
  }
  t.equal(
    await renderedBlock(made, block({ feedURL: URL_OF_FEED, ...shown })),
    `<ul class="has-dates has-authors has-excerpts wp-block-rss"><li class='wp-block-rss__item'><div class='wp-block-rss__item-title'><a href='https://news.example/?a=1&#038;b=%27x%27' target="_blank" rel="nofollow">&quot;One&quot; alert(1)</a></div><time datetime="2021-12-31T10:00:00+00:00" class="wp-block-rss__item-publish-date">December 31, 2021</time> <span class="wp-block-rss__item-author">by Ann</span><div class="wp-block-rss__item-excerpt">One two [&hellip;]</div></li></ul>`,
  )
  const grid = await renderedBlock(made, block({ feedURL: URL_OF_FEED, blockLayout: 'grid', columns: 3 }))
  t.match(grid, /^<ul class="is-grid columns-3 wp-block-rss">/)
  t.equal(web.requested.length, 1, 'the feed was cached')
})

t.test('feeds expire, failed ones sooner', async t => {
  let now = 0
  let text = 'x'
  const web = webOf(async () => answer(text))
  const made = await recordedSite({ services: { web, clock: () => now } })
  const use = block({ feedURL: URL_OF_FEED })
  t.match(await renderedBlock(made, use), NOTICE)
  text = FEED
  now += 61 * 60 * 1000
  t.match(await renderedBlock(made, use), /One/)
  now += 59 * 60 * 1000
  await renderedBlock(made, use)
  t.equal(web.requested.length, 2)
})

t.test('a feed never fails a response, and no address of the site or its network is requested', async t => {
  const outcomes: readonly (() => Promise<WebResult>)[] = [
    async () => answer('not found', 404),
    async () => ({ outcome: 'failed', cause: new Error('x') }),
    async () => ({ outcome: 'refused', reason: 'private' }),
    async () => {
      throw new Error('x')
    },
  ]
  for (const get of outcomes) {
    const made = await recordedSite({ services: { web: webOf(get) } })
    t.match(await renderedBlock(made, block({ feedURL: URL_OF_FEED })), NOTICE)
  }
  const web = webOf(async () => answer(FEED))
  const made = await recordedSite({ services: { web } })
  for (const feedURL of [
    '',
    'x',
    'javascript:alert(1)',
    'http://127.0.0.1/',
    'https://site.example/',
    'https://site.example/wp-json/wp/v2/posts/1',
    'https://news.example:22/',
    `https://news.example/${'x'.repeat(3000)}`,
  ])
    t.match(await renderedBlock(made, block({ feedURL })), NOTICE, feedURL.slice(0, 50))
  t.same(web.requested, [])
})

t.test('a page of records requests few feeds, and waits for none longer than some seconds', async t => {
  const web = webOf(() => new Promise(() => undefined))
  const made = await makeSite({ services: { web } })
  const content = Array.from({ length: 30 }, (_, number) => block({ feedURL: `${URL_OF_FEED}?n=${number}` })).join('')
  await postsIn(made.store).insert(recordOf('feeds', { content }))
  const started = performance.now()
  const { status, headers } = await made.send('GET /posts', { as: 'anonymous' })
  t.equal(status, 200)
  // One after the other, ten feeds would take twenty seconds.
  t.ok(performance.now() - started < 12_000)
  t.equal(web.requested.length, 10)
  t.match(headers['Cache-Control'], /no-store/)
})
