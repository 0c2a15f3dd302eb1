import { wpDialect } from '@platen/site'
import { oembedHtml, postPermalink } from '@platen/site/extend'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import t from 'tap'
import { growsWith } from '../../../growth.js'
import { onEveryStore } from '../../every-store.js'
import { loadModule } from '../../load-module.js'
import { makeSite } from '../../make-site.js'
import { mediaSite, painted } from '../media/media-site.js'

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

interface Thumbnail {
  readonly thumbnail_url?: string
  readonly thumbnail_width?: number
  readonly thumbnail_height?: number
}

onEveryStore(t, 'the image of a post, in its smallest file that fills the width', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const { posts, media } = made.site.content
  const as = made.site.system
  const photo = await media.create({ name: 'photo.png', bytes: painted({ width: 1600, height: 1200 }) }, { as })
  const tiny = await media.create({ name: 'tiny.png', bytes: painted({ width: 8, height: 6 }) }, { as })
  const notes = await media.create({ name: 'notes.txt', bytes: new TextEncoder().encode('Hello') }, { as })
  const hidden = await posts.create({ title: 'Hidden', status: 'private' }, { as })
  const kept = await media.create(
    { name: 'kept.png', bytes: painted({ width: 80, height: 60 }), attachedTo: hidden.id },
    { as },
  )
  const thumbnail = async (featured: number, width: number) => {
    const { id } = await posts.create({ title: 'Pictured', status: 'publish', featuredMedia: featured }, { as })
    const url = encodeURIComponent(`https://site.example/?p=${id}`)
    const response = await made.send(`GET //oembed/1.0/embed?url=${url}&maxwidth=${width}`, { as: 'anonymous' })
    const { thumbnail_url: file, thumbnail_width: w, thumbnail_height: h } = response.body as Thumbnail
    return file === undefined ? undefined : `${file.replace(/.*\//, '')} ${w}x${h}`
  }
  t.equal(await thumbnail(photo.id, 600), 'photo-768x576.png 600x450')
  t.equal(await thumbnail(photo.id, 250), 'photo-300x225.png 250x188')
  t.equal(await thumbnail(tiny.id, 600), 'tiny.png 8x6')
  t.equal(await thumbnail(notes.id, 600), undefined, 'not an image')
  t.equal(await thumbnail(0, 600), undefined)
  t.equal(await thumbnail(kept.id, 600), undefined, 'of a post that nobody may read')
})

onEveryStore(t, 'attachments have embeds of their own, like what they are attached to', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const { posts, media } = made.site.content
  const as = made.site.system
  const bytes = painted({ width: 80, height: 60 })
  const embed = async (status: 'publish' | 'private' | 'draft') => {
    const post = await posts.create({ title: status, status }, { as })
    const file = await media.create({ name: `${status}.png`, bytes, attachedTo: post.id }, { as })
    const shown = (await made.send(`GET /media/${file.id}?_fields=link`)).body as { link: string }
    const answers = [shown.link, `https://site.example/?attachment_id=${file.id}`].map(url =>
      made.send(`GET //oembed/1.0/embed?url=${encodeURIComponent(url)}`),
    )
    return (await Promise.all(answers)).map(({ status, body }) => [status, (body as Thumbnail).thumbnail_width])
  }
  t.strictSame(await embed('publish'), [
    [200, 80],
    [200, 80],
  ])
  for (const status of ['private', 'draft'] as const)
    t.strictSame(await embed(status), [
      [404, undefined],
      [404, undefined],
    ])
})

const { urlPattern } = await loadModule<
  typeof import('../../../../packages/site/src/content/embeds/oembed-providers.js')
>('content/embeds/oembed-providers.js')

const CASES: readonly (readonly [pattern: string, url: string, fits: boolean])[] = [
  ['https://*.tube.example/watch*', 'https://www.tube.example/watch?v=1', true],
  ['https://*.tube.example/watch*', 'http://tube.example/watch', true],
  ['https://*.tube.example/watch*', 'https://eviltube.example/watch', false],
  ['https://*.tube.example/watch*', 'https://tube.example.evil/watch', false],
  ['https://*.tube.example/watch*', 'https://evil.example/tube.example/watch', false],
  ['https://*.tube.example/watch*', 'https://tube.example@evil.example/watch', false],
  ['https://*.tube.example/watch*', 'https://tube.example:444/watch', false],
  ['https://tube.example/*/video/*', 'https://tube.example/@a/video/1', true],
  ['https://tube.example/*/video/*', 'https://tube.example/video/1', false],
  ['https://tube.example/*/video/*', 'https://www.tube.example/@a/video/1', false],
  ['https://tube.example/a', 'https://tube.example/a', true],
  ['https://tube.example/a', 'https://tube.example/ab', false],
  ['https://tube.example/ab*ba', 'https://tube.example/aba', false],
  ['https://tube.example/ab*ba', 'https://tube.example/abba', true],
]
for (const [pattern, url, fits] of CASES)
  t.test(`${pattern} ${url}`, async t => t.equal(urlPattern(pattern)(new URL(url)), fits))

t.test('takes linear time', async t => {
  const test = urlPattern(`https://tube.example/${'*a'.repeat(20)}*b`)
  const read = (path: string) => t.notOk(test(new URL(`https://tube.example/${path}`)))
  t.equal(await growsWith('a', read, 1_000_000), undefined)
})
