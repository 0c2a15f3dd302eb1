import { readFileSync } from 'node:fs'
import { createMemoryStorage, createSharpImages } from '@platen/media'
import t from 'tap'
import { countingReads } from './access/counting-reads.js'
import { onEveryStore } from './every-store.js'
import { makeSite, type TestSite, type TestSiteOptions } from './make-site.js'

/** The HTML of widgets on a site with this content, in the form that the reference gives it. */
const recorded = JSON.parse(
  readFileSync(new URL('../../../test/site/widgets/recorded/widgets.json', import.meta.url), 'utf8'),
) as readonly (readonly [type: string, given: Readonly<Record<string, unknown>>, html: string])[]

const options: TestSiteOptions = {
  register: site => void site.registerSidebar('main', { name: 'Main' }),
  services: {
    passwords: { hash: async password => password, verify: async (hash, password) => hash === password },
    clock: () => Date.parse('2024-05-17T12:00:00Z'),
  },
}

async function make({ send }: Pick<TestSite, 'send'>, path: string, body: object): Promise<number> {
  const { status, body: made } = await send(`POST ${path}`, { body })
  t.equal(status, 201, JSON.stringify(made))
  return (made as { id: number }).id
}

interface Shown {
  readonly id: string
  readonly rendered: string
  readonly instance: { readonly raw: unknown }
}

async function widget({ send }: Pick<TestSite, 'send'>, id_base: string, raw: object): Promise<Shown> {
  const { status, body } = await send('POST /widgets', { body: { id_base, sidebar: 'main', instance: { raw } } })
  t.equal(status, 201, JSON.stringify(body))
  return body as Shown
}

/** Posts, pages, terms, comments and a menu. */
async function fill(site: TestSite): Promise<{ readonly menu: number; readonly page: number }> {
  const parent = await make(site, '/categories', { name: 'One & two' })
  const child = await make(site, '/categories', { name: 'Child', parent })
  const tags = [await make(site, '/tags', { name: 'Tag & a' }), await make(site, '/tags', { name: 'Tag b' })]
  const post = { content: 'x', status: 'publish' }
  const first = await make(site, '/posts', {
    ...post,
    title: 'First <em>post</em> & x',
    date: '2024-05-02T10:00:00',
    categories: [parent],
    tags,
  })
  await make(site, '/posts', { ...post, title: '', date: '2023-01-05T10:00:00', categories: [child], tags: [tags[0]] })
  await make(site, '/posts', { content: 'x', title: 'A draft', status: 'draft', categories: [parent] })
  await make(site, '/posts', { ...post, title: 'Private', status: 'private', date: '2024-05-03T10:00:00' })
  const closed = await make(site, '/posts', { ...post, title: 'Closed', password: 'x', date: '2022-01-01T10:00:00' })
  const page = await make(site, '/pages', { ...post, title: 'Page b', menu_order: 1 })
  await make(site, '/pages', { ...post, title: 'Page a', menu_order: 2 })
  await make(site, '/pages', { ...post, title: 'Sub', parent: page })
  const author = { author_name: 'Jo "J"', author_email: 'jo@jo.example' }
  await make(site, '/comments', { post: first, content: 'Nice', ...author, author_url: 'https://jo.example/' })
  await make(site, '/comments', { post: first, content: 'Held', status: 'hold', ...author })
  await make(site, '/comments', { post: closed, content: 'On a closed post', ...author })
  const menu = await make(site, '/menus', { name: 'Main menu' })
  const item = { menus: menu, status: 'publish' }
  const above = await make(site, '/menu-items', {
    ...item,
    title: 'Home & x',
    url: 'https://e.example/?a=1&b=2',
    attr_title: 'a "b"',
    target: '_blank',
    classes: ['k'],
  })
  await make(site, '/menu-items', {
    ...item,
    type: 'post_type',
    object: 'page',
    object_id: page,
    parent: above,
    menu_order: 2,
  })
  await make(site, '/menu-items', {
    ...item,
    title: 'Draft',
    url: 'https://e.example/',
    status: 'draft',
    menu_order: 3,
  })
  return { menu, page }
}

onEveryStore(t, 'what widgets show', async (t, open) => {
  const site = await open(options)
  const { menu, page } = await fill(site)
  for (const [type, given, html] of recorded) {
    const values = { MENU: menu, PAGE: String(page) }
    const raw = Object.entries(given).map(([name, value]) => [name, values[value as keyof typeof values] ?? value])
    const { id, rendered } = await widget(site, type, Object.fromEntries(raw))
    t.equal(rendered, html, `${type} ${JSON.stringify(given)}`)
    await site.send(`DELETE /widgets/${id}?force=true`)
  }
})

const EMPTY: Readonly<Record<string, boolean>> = {
  archives: true,
  calendar: true,
  categories: true,
  'recent-comments': true,
  'recent-posts': false,
  nav_menu: false,
  pages: false,
  tag_cloud: false,
}

t.test('an empty site', async t => {
  const site = await makeSite(options)
  for (const [type, shows] of Object.entries(EMPTY)) {
    const { rendered } = await widget(site, type, { nav_menu: 7 })
    t.equal(rendered !== '', shows, type)
  }
})

const READ: readonly (readonly [type: string, given: object, stored: object])[] = [
  ['archives', { title: '<b>A</b> & b', count: 'x', more: 1 }, { title: 'A & b', count: 1, dropdown: 0 }],
  ['categories', { hierarchical: '1', dropdown: '0' }, { title: '', count: 0, hierarchical: 1, dropdown: 0 }],
  ['nav_menu', { title: ' ', nav_menu: '7' }, { nav_menu: 7 }],
  ['nav_menu', { title: 'T', nav_menu: 'x' }, { title: 'T' }],
  ['pages', { sortby: 'toString', exclude: '1, 2' }, { title: '', sortby: 'menu_order', exclude: '1, 2' }],
  ['recent-comments', { number: '-3x' }, { title: '', number: 3 }],
  ['recent-posts', { number: 1e99, show_date: 'on' }, { title: '', number: 1, show_date: true }],
  ['tag_cloud', { count: true, taxonomy: ['x'] }, { title: '', count: 1, taxonomy: '' }],
  ['text', { title: 5, text: ['x'], filter: 'content' }, { title: '5', text: '', filter: true, visual: true }],
  ['text', { text: 'x', filter: 1, visual: '' }, { title: '', text: 'x', filter: true, visual: false }],
  ['text', { text: 'x', visual: 'on' }, { title: '', text: 'x', filter: true, visual: true }],
]

for (const [type, given, stored] of READ) {
  t.test(`${type} reads ${JSON.stringify(given)}`, async t => {
    t.same((await widget(await makeSite(options), type, given)).instance.raw, stored)
  })
}

t.test('every type has a form, and shows the same in a preview', async t => {
  const site = await makeSite(options)
  await fill(site)
  const types = ((await site.send('GET /widget-types')).body as { id: string }[]).map(({ id }) => id)
  for (const type of types) {
    const { status, body } = await site.send(`POST /widget-types/${type}/encode`, { body: {} })
    t.equal(status, 200)
    t.match((body as { form: string }).form, `name="widget-${type}[-1][`, type)
    t.equal((await site.send(`POST /widget-types/${type}/render`, { body: {} })).status, 200)
  }
  const { body } = await site.send('POST /widget-types/nav_menu/encode', { body: {} })
  t.match((body as { form: string }).form, '>Main menu</option>')
})

t.test('visitors see nothing in widgets that they may not read', async t => {
  const site = await makeSite({
    ...options,
    register: site => void site.registerSidebar('main', { name: 'Main', showInRest: true }),
  })
  const { menu } = await fill(site)
  const hidden = await make(site, '/pages', { title: 'Secret page', status: 'private' })
  const item = { menus: menu, status: 'publish', type: 'post_type', object: 'page', object_id: hidden }
  await make(site, '/menu-items', item)
  const types = ((await site.send('GET /widget-types')).body as { id: string }[]).map(({ id }) => id)
  for (const type of types)
    await widget(site, type, { nav_menu: menu, number: 50, content: '<!-- wp:latest-posts /-->' })
  const { status, body } = await site.send('GET /widgets', { as: 'anonymous' })
  t.equal(status, 200)
  const html = (body as Shown[]).map(({ rendered }) => rendered).join('')
  t.match(html, 'First')
  t.notMatch(html, /Private|A draft|Held|Secret|On a closed post/)
})

t.test('a list costs as many statements for any number of widgets', async t => {
  const counting = countingReads()
  const site = await makeSite({ ...options, wrapStore: counting.wrap })
  const { menu, page } = await fill(site)
  const types = ((await site.send('GET /widget-types')).body as { id: string }[]).map(({ id }) => id)
  const add = async () => {
    const raw = { nav_menu: menu, exclude: String(page), count: 1, hierarchical: 1 }
    for (const type of types) await widget(site, type, raw)
  }
  const cost = async () => {
    await site.site.context.options()
    counting.taken()
    t.equal((await site.send('GET /widgets?context=edit')).status, 200)
    return counting.taken().toSorted()
  }
  await add()
  const few = await cost()
  for (let i = 0; i < 3; i++) await add()
  t.same(await cost(), few)
  t.ok(few.length > 5, few.join(' '))
})

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

const media = {
  storage: createMemoryStorage({ url: 'https://site.example/files' }),
  images: createSharpImages(),
}
const {
  send: mediaFieldsSend,
  site,
  users,
} = await makeSite({
  register: site => void site.registerSidebar('main', { name: 'Main', showInRest: true }),
  media,
})

async function upload(name: string, type: string): Promise<number> {
  const bytes = readFileSync(new URL(`../../../test/parity/files/${name}`, import.meta.url))
  const administrator = users.get('administrator')
  const { status, body } = await site.dispatch({
    method: 'POST',
    path: '/cms/v2/media',
    headers: { 'content-disposition': `attachment; filename="${name}"`, 'content-type': type },
    body: { kind: 'bytes', bytes },
    principal: site.principalOf(administrator),
  })
  t.equal(status, 201, JSON.stringify(body))
  return (body as { id: number }).id
}

const image = await upload('media-tiny.jpg', 'image/jpeg')
const sound = await upload('media-sound.mp3', 'audio/mpeg')
await mediaFieldsSend(`POST /media/${image}`, { body: { alt_text: 'The alt', caption: 'The cap' } })

async function mediaFieldsShown(id_base: string, raw: object) {
  const { body } = await mediaFieldsSend('POST /widgets', { body: { id_base, sidebar: 'main', instance: { raw } } })
  return body as { id: string; rendered: string; instance: { raw: unknown } }
}

t.test('an image of the library', async t => {
  const { rendered } = await mediaFieldsShown('media_image', {
    attachment_id: image,
    link_type: 'file',
    image_title: 'A "t"',
    title: 'T',
  })
  t.match(rendered, '<h2 class="widgettitle">T</h2>')
  t.match(rendered, /<a href="https:\/\/site.example\/files\/[^"]+\.jpg"><img width="8" height="6" /)
  t.match(rendered, 'alt="The alt" style="max-width: 100%; height: auto;" title="A &quot;t&quot;" decoding="async"')
})

const NOTHING: readonly (readonly [type: string, raw: object, stored: object])[] = [
  ['media_image', {}, {}],
  ['media_image', { url: 'javascript:alert(1)', size: 'zz', width: 'x' }, { url: '' }],
  ['media_image', { attachment_id: 9999 }, { attachment_id: 9999 }],
  ['media_audio', { mp3: 'https://e.example/a.mp3', preload: 'zz' }, { mp3: 'https://e.example/a.mp3' }],
  ['media_video', { content: '<track>' }, { content: '<track>' }],
  ['media_gallery', { ids: [image, 9999], columns: 99 }, { ids: [image, 9999] }],
  ['media_gallery', { ids: 'x,-1' }, { ids: [] }],
]

for (const [type, raw, stored] of NOTHING) {
  t.test(`${type} of ${JSON.stringify(raw)} shows nothing`, async t => {
    t.match(await mediaFieldsShown(type, raw), { rendered: '' })
    t.same((await mediaFieldsShown(type, raw)).instance.raw, stored)
  })
}

t.test('players and galleries', async t => {
  t.match(
    (await mediaFieldsShown('media_audio', { attachment_id: sound, loop: true })).rendered,
    /<audio [^>]*loop preload="none"/,
  )
  t.match(
    (await mediaFieldsShown('media_video', { url: 'https://e.example/a.mp4' })).rendered,
    '<div style="width:100%;" class="wp-video">',
  )
  const breaking = { url: 'https://e.example/a"] [audio x="b.mp4' }
  t.notMatch((await mediaFieldsShown('media_video', breaking)).rendered, '<audio')
  const { rendered } = await mediaFieldsShown('media_gallery', { ids: `${image}`, columns: 2 })
  t.match(rendered, "gallery-columns-2 gallery-size-thumbnail'")
  t.match(rendered, /<figcaption [^>]+>\s+The cap\s+<\/figcaption>/)
})

t.test('files of private posts do not show to others', async t => {
  const { body: post } = await mediaFieldsSend('POST /posts', { body: { title: 'Private', status: 'private' } })
  const hidden = await upload('media-tiny.png', 'image/png')
  await mediaFieldsSend(`POST /media/${hidden}`, { body: { post: (post as { id: number }).id } })
  const { id, rendered } = await mediaFieldsShown('media_image', { attachment_id: hidden })
  t.match(rendered, '<img')
  const asked = await mediaFieldsSend(`GET /widgets/${id}`, { as: 'anonymous' })
  t.match(asked, { status: 200, body: { rendered: '' } })
})
