import t from 'tap'
import { grows } from '../../../growth.js'
import { loadModule } from '../../load-module.js'

const { parseFeed } = await loadModule<
  typeof import('../../../../packages/site/src/appearance/block-library/parse-feed.js')
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
