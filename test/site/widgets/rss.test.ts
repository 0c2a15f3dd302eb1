import t from 'tap'
import { makeSite } from '../make-site.js'

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>
<item><title>One &amp; &lt;b&gt;two&lt;/b&gt;</title><link>https://e.example/1</link><author>Jo</author>
<pubDate>Thu, 02 May 2024 10:00:00 +0000</pubDate><description>Text &lt;script&gt;x&lt;/script&gt;</description></item>
<item><title>Bad</title><link>javascript:alert(1)</link></item></channel></rss>`

let requests = 0
const web = {
  permits: () => true,
  async get(url: string) {
    requests++
    return {
      outcome: 'response' as const,
      status: url.includes('gone') ? 404 : 200,
      url,
      contentType: 'application/rss+xml',
      bytes: new TextEncoder().encode(FEED),
      truncated: false,
    }
  },
}

const { send } = await makeSite({
  services: { web },
  register: site => void site.registerSidebar('main', { name: 'Main' }),
})

async function shown(raw: object) {
  const { body } = await send('POST /widgets', { body: { id_base: 'rss', sidebar: 'main', instance: { raw } } })
  return body as { rendered: string; instance: { raw: unknown } }
}

t.test('the entries of a feed', async t => {
  const url = 'https://e.example/feed'
  const { rendered, instance } = await shown({
    url,
    title: 'F',
    items: 99,
    show_date: 1,
    show_author: 1,
    show_summary: 1,
  })
  t.same(instance.raw, {
    title: 'F',
    url,
    link: '',
    items: 10,
    error: false,
    show_summary: 1,
    show_author: 1,
    show_date: 1,
  })
  t.match(rendered, '<h2 class="widgettitle">F</h2>')
  t.match(
    rendered,
    "<a class='rsswidget' href='https://e.example/1'>One &amp; two</a> <span class=\"rss-date\">May 2, 2024</span>",
  )
  t.notMatch(rendered, /javascript:|<script/)
  await shown({ url })
  t.equal(requests, 1, 'a feed is requested once for all')
})

t.test('a feed that is not there shows nothing', async t => {
  t.match(await shown({ url: 'https://e.example/gone' }), { rendered: '' })
  t.match(await shown({ url: 'javascript:alert(1)' }), { rendered: '', instance: { raw: { url: '' } } })
  t.match(await shown({}), { rendered: '' })
})
