import { postsIn, type WebClient, type WebResult } from '@platen/site'
import t from 'tap'
import { grows } from '../../growth.js'
import { recordOf } from '../features/posts/counting-site.js'
import { loadModule } from '../load-module.js'
import { makeSite } from '../make-site.js'
import { recordedSite, renderedBlock } from './recorded-site.js'

const { parseFeed } = await loadModule<
  typeof import('../../../packages/site/src/appearance/block-library/parse-feed.js')
>('appearance/block-library/parse-feed.js')
const BASE = 'https://news.example/feed/'
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>All</title>${items}</channel></rss>`
const item = (inner: string) => `<item>${inner}</item>`

t.test('RSS', async t => {
  const text = rss(
    item(
      `<title>One &amp; &lt;b&gt;two&lt;/b&gt;</title><link>/one</link><dc:creator><![CDATA[Ann]]></dc:creator>
      <pubDate>Fri, 31 Dec 2021 10:00:00 +0000</pubDate><description><![CDATA[<p>Hello  &amp; bye</p>]]></description>
      <content:encoded>Long</content:encoded>`,
    ),
  )
  t.same(parseFeed(text, BASE), [
    {
      title: 'One & two',
      link: 'https://news.example/one',
      author: 'Ann',
      date: Date.parse('2021-12-31T10:00:00Z'),
      summary: 'Hello & bye',
    },
  ])
})

t.test('Atom', async t => {
  const text = `<feed xmlns="http://www.w3.org/2005/Atom"><title>All</title><entry><title type="html">A &lt;i&gt;b&lt;/i&gt;</title>
    <link rel="edit" href="/no"/><link href="https://a.example/1"/><author><name>Bo</name></author>
    <updated>2020-01-02T03:04:05Z</updated><content type="xhtml"><div><p>Text <b>here</b></p></div></content></entry></feed>`
  const [entry] = parseFeed(text, BASE)
  t.match(entry, { title: 'A b', link: 'https://a.example/1', author: 'Bo', summary: 'Text here' })
  t.equal(entry?.date, Date.parse('2020-01-02T03:04:05Z'))
})

t.test('RDF', async t => {
  const text = `<rdf:RDF><channel/><item><title>R</title><link>https://a.example/</link><dc:date>2020-01-01</dc:date></item></rdf:RDF>`
  t.match(parseFeed(text, BASE), [{ title: 'R', link: 'https://a.example/' }])
})

t.test('links that are not web URLs are omitted', async t => {
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://[',
    `https://a.example/${'x'.repeat(3000)}`,
  ])
    t.equal(parseFeed(rss(item(`<title>x</title><link>${link}</link>`)), BASE)[0]?.link, undefined, link.slice(0, 30))
})

t.test('a text that is not a feed has no entries', async t => {
  for (const text of [
    '',
    'x',
    '<',
    '<html><body><p>x</p></body></html>',
    '{"items":[]}',
    '<rss><channel/></rss>',
    '\0\u0001',
  ])
    t.same(parseFeed(text, BASE), [], JSON.stringify(text))
})

t.test('the entries before an error are kept', async t => {
  const entries = parseFeed(`${rss(item('<title>1</title>')).slice(0, -16)}<item><title>2 &nbsp; </b>`, BASE)
  t.same(
    entries.map(({ title }: { title: string }) => title),
    ['1'],
  )
})

t.test('hostile documents are bounded', async t => {
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${rss(item('<title>&b;</title>'))}`
  t.same(parseFeed(entities, BASE), [])
  t.equal(parseFeed(rss(item('<title>x</title>').repeat(20_000)), BASE).length, 20)
  t.same(parseFeed('<a>'.repeat(100_000), BASE), [])
  const long = parseFeed(
    rss(item(`<title>${'t'.repeat(500_000)}</title><description>${'d '.repeat(250_000)}</description>`)),
    BASE,
  )
  t.ok((long[0]?.title.length ?? 0) <= 500)
  t.ok((long[0]?.summary.length ?? 0) <= 20_000)
  const escaped = (length: number) => {
    const title = '<![CDATA[x]]>'.repeat(length / 4)
    const text = rss(item(`<title>${title}</title><description>${'&lt;'.repeat(length)}</description>`))
    return () => parseFeed(text, BASE)
  }
  t.equal(await grows(escaped, 200_000), undefined)
})

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
