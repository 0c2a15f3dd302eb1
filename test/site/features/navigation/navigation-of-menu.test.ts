import type { PostRecord } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'

const FALLBACK = 'GET //cms-block-editor/v1/navigation-fallback'

async function create({ send }: TestSite, path: string, body: object): Promise<number> {
  const answer = await send(`POST ${path}`, { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return (answer.body as PostRecord).id
}

/** The fallback of a site: its title, its content, and what visitors see of it. */
async function fallbackOf({ send }: TestSite) {
  const { body } = await send(FALLBACK)
  const path = `GET /navigation/${(body as PostRecord).id}`
  const stored = (await send(`${path}?context=edit`)).body as { title: { raw: string }; content: { raw: string } }
  const shown = (await send(path, { as: 'anonymous' })).body as { content: { rendered: string } }
  return { title: stored.title.raw, content: stored.content.raw, html: shown.content.rendered }
}

t.test('a navigation is made from a menu', async t => {
  const made = await makeSite()
  const menus = await create(made, '/menus', { name: 'Classic' })
  const page = await create(made, '/pages', { title: 'About us', status: 'publish' })
  const item = { menus, menu_order: 2, type: 'post_type', object: 'page', object_id: page }
  const about = await create(made, '/menu-items', item)
  await create(made, '/menu-items', {
    ...{ menus, menu_order: 3, parent: about, title: 'A & "B"', url: 'https://example.com/?a=1&b=2' },
    ...{ target: '_blank', classes: ['one', 'two'], xfn: ['friend', 'met'], attr_title: 'Out', description: 'There' },
  })
  await create(made, '/menu-items', { menus, menu_order: 1, title: 'Home', url: 'https://example.com/' })
  const { title, content, html } = await fallbackOf(made)
  t.equal(title, 'Classic')
  const [home = '', submenu = '', below = '', end = ''] = content.split(/(?<=-->)/)
  t.match(home, /^<!-- wp:navigation-link \{.*"label":"Home".*"url":"https:\/\/example.com\/"\} \/-->$/)
  t.equal(
    submenu,
    `<!-- wp:navigation-submenu {"className":" menu-item menu-item-type-post_type menu-item-object-page","description":"","id":"${page}","kind":"post-type","label":"About us","opensInNewTab":false,"rel":null,"title":"","type":"page","url":"https://site.example/about-us/"} -->`,
  )
  t.equal(
    below,
    '<!-- wp:navigation-link {"className":"one two menu-item menu-item-type-custom menu-item-object-custom","description":"There","id":null,"kind":"custom","label":"A \\u0026 \\u0022B\\u0022","opensInNewTab":true,"rel":"friend met","title":"Out","type":"custom","url":"https://example.com/?a=1\\u0026b=2"} /-->',
  )
  t.equal(end, '<!-- /wp:navigation-submenu -->')
  t.match(html, /Home.*About us.*<ul.*A &amp; &#8220;B/s)
})

t.test('records that visitors cannot read are omitted', async t => {
  const made = await makeSite()
  const menus = await create(made, '/menus', { name: 'Menu' })
  const link = (object_id: number, more = {}) =>
    create(made, '/menu-items', { menus, type: 'post_type', object: 'page', object_id, ...more })
  const hidden = await create(made, '/pages', { title: 'Hidden title', slug: 'hidden-slug', status: 'private' })
  const trashed = await create(made, '/pages', { title: 'Trashed', status: 'publish' })
  const above = await link(hidden)
  await link(trashed)
  await create(made, '/menu-items', { menus, title: 'Below', url: 'https://example.com/below', parent: above })
  await made.send(`DELETE /pages/${trashed}`)
  const { content } = await fallbackOf(made)
  t.notMatch(content, /[Hh]idden|Trashed/)
  t.match(content, /^<!-- wp:navigation-link \{[^}]*"label":"Below"[^}]*\} \/-->$/, 'items below move up')
})

t.test('menus without items, and no menus', async t => {
  const made = await makeSite()
  await create(made, '/menus', { name: 'Empty' })
  t.match(await fallbackOf(made), { title: 'Navigation', content: '<!-- wp:page-list /-->' })
})

t.test('the menu of the location "primary" comes first, then the menu of that name, then the latest', async t => {
  const made = await makeSite({
    register(site) {
      site.registerMenuLocation('footer', { description: 'Footer' })
      site.registerMenuLocation('primary', { description: 'Top' })
    },
  })
  const first = await create(made, '/menus', { name: 'First' })
  const second = await create(made, '/menus', { name: 'Second' })
  for (const menus of [first, second])
    await create(made, '/menu-items', { menus, title: 'Item', url: 'https://example.com/' })
  const next = async () => {
    const fallback = await fallbackOf(made)
    const { body } = await made.send(FALLBACK)
    await made.send(`DELETE /navigation/${(body as PostRecord).id}?force=true`)
    return fallback.title
  }
  t.equal(await next(), 'Second')
  await made.send(`PUT /menus/${first}`, { body: { locations: ['footer'] } })
  t.equal(await next(), 'Second')
  await made.send(`PUT /menus/${first}`, { body: { name: 'Primary' } })
  t.equal(await next(), 'Primary')
  await made.send(`PUT /menus/${second}`, { body: { locations: ['primary'] } })
  t.equal(await next(), 'Second')
})
