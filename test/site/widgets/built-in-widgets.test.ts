import { readFileSync } from 'node:fs'
import t from 'tap'
import { countingReads } from '../access/counting-reads.js'
import { onEveryStore } from '../every-store.js'
import type { TestSite, TestSiteOptions } from '../make-site.js'
import { makeSite } from '../make-site.js'

/** The HTML of widgets on a site with this content, in the form that the reference gives it. */
const recorded = JSON.parse(
  readFileSync(new URL('../../../../test/site/widgets/recorded/widgets.json', import.meta.url), 'utf8'),
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
