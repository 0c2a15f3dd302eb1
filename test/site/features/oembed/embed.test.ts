import { wpDialect } from '@platen/site'
import { oembedHtml, postPermalink } from '@platen/site/extend'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const { site, send } = await makeSite({ title: 'Tom &amp; Co' })
const create = async (body: object) => {
  const post = (await send('POST /posts', { body: { content: 'x', status: 'publish', ...body } })).body
  return post as { id: number; link: string }
}
const embed = (url: string, query = '', as = 'anonymous') =>
  send(`GET //oembed/1.0/embed?url=${encodeURIComponent(url)}${query}`, { as })

t.test('the embed of a post', async t => {
  const { link } = await create({ title: 'A & b <script>x</script> "c"' })
  const { status, body } = await embed(link)
  t.equal(status, 200)
  t.match(body, {
    version: '1.0',
    provider_name: 'Tom &amp; Co',
    provider_url: 'https://site.example',
    author_name: 'admin',
    author_url: 'https://site.example/author/admin/',
    type: 'rich',
    width: 600,
    height: 338,
  })
  const { html } = body as { html: string }
  const names: string[] = []
  const waiting: DefaultTreeAdapterMap['node'][] = [parseFragment(html)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) names.push(node.tagName, ...node.attrs.map(({ name, value }) => `${name}=${value}`))
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
  t.strictSame(names.sort(), ['a', 'blockquote', `cite=${link}`, 'footer', `href=${link}`, 'p'])
})

const WIDTHS: Readonly<Record<string, readonly [number, number]>> = {
  '300': [300, 200],
  '450': [450, 254],
  '450.9px': [450, 254],
  '-500': [500, 282],
  '0': [200, 200],
  wide: [200, 200],
  '1e9': [200, 200],
  '99999999999999999999999999': [600, 338],
  '': [200, 200],
}
for (const [given, [width, height]] of Object.entries(WIDTHS)) {
  t.test(`maxwidth=${given}`, async t => {
    const { link } = await create({ title: 'Wide' })
    t.match((await embed(link, `&maxwidth=${given}`)).body, { width, height })
  })
}

t.test('maxwidth as a list', async t => {
  t.match(await embed((await create({ title: 'List' })).link, '&maxwidth[]=300'), { status: 200, body: { width: 200 } })
})

t.test('XML, whose text reads the same', async t => {
  const { link } = await create({ title: 'A &lt; b <em>c</em> ]]> „ü“ 😀\u0001' })
  const response = await embed(link, '&format=xml&_fields=title,html,version')
  t.equal(response.headers['Content-Type'], 'text/xml; charset=UTF-8')
  const { html } = response.body as { html: string }
  const [, title = '', written = ''] =
    /^<\?xml version="1\.0"\?>\n<oembed><version>1\.0<\/version><title>([ -~]*)<\/title><html>([ -~]*)<\/html><\/oembed>\n$/.exec(
      response.text(),
    ) ?? []
  t.equal(title, 'A &lt; b &lt;em&gt;c&lt;/em&gt; ]]&gt; &#x201E;&#xFC;&#x201C; &#x1F600;')
  const read = (text: string) =>
    text
      .replace(/&#x([\dA-F]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  t.equal(read(written), html.replace('\u0001', ''))
})

t.test('errors are XML too', async t => {
  const missing = await send('GET //oembed/1.0/embed?format=xml')
  t.equal(missing.status, 400)
  t.match(missing.text(), '<code>rest_missing_callback_param</code>')
  t.match(missing.text(), '<params><oembed>url</oembed></params>')
  const gone = await embed('https://site.example/nope/', '&format=xml')
  t.equal(gone.status, 404)
  t.equal(gone.headers['Content-Type'], 'text/xml; charset=UTF-8')
  t.match(gone.text(), '<data><status>404</status></data></oembed>')
})

t.test('a protected post shows its title only', async t => {
  const { link } = await create({ title: 'Locked', password: 'sesame', content: 'The secret', excerpt: 'The secret' })
  const { body, text } = await embed(link)
  t.match(body, { title: 'Protected: Locked' })
  t.notMatch(text(), 'secret')
})

for (const as of ['anonymous', 'administrator']) {
  t.test(`only published posts have an embed, for ${as}`, async t => {
    const { id } = await create({ title: 'Draft', status: 'draft' })
    const { link } = await create({ title: 'Private', status: 'private' })
    for (const url of [`https://site.example/?p=${id}`, link, 'https://site.example/', 'https://page.example/a/'])
      t.match(await embed(url, '', as), { status: 404, body: { code: 'oembed_invalid_url' } }, url)
  })
}

t.test('the dialect decides what a URL is', async t => {
  const wp = await makeSite({ dialect: wpDialect })
  t.match(await wp.send('GET //oembed/1.0/embed?url=nothing'), { status: 404, body: { code: 'oembed_invalid_url' } })
  t.match(await send('GET //oembed/1.0/embed?url=nothing'), { status: 400, body: { code: 'rest_invalid_param' } })
})

t.test('sites choose the HTML and the links', async t => {
  const { link, id } = await create({ title: 'Framed' })
  const remove = [
    site.filter(postPermalink, ({ value, post }) => (post.id === id ? 'https://front.example/framed' : value)),
    site.filter(oembedHtml, ({ link, width }) => `<iframe src="${link}/embed" width="${width}"></iframe>`),
  ]
  t.match((await embed('https://front.example/framed')).body, {
    html: '<iframe src="https://front.example/framed/embed" width="600"></iframe>',
  })
  t.equal((await embed(link)).status, 404)
  for (const end of remove) end()
})
