import { type PostRecord, postsIn, wherePosts, wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore, twoProcesses } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { countingSite, recordOf } from '../posts/counting-site.js'

type Body = Readonly<Record<string, unknown>>

const TEXT = '<!-- wp:paragraph --><p>Links</p><!-- /wp:paragraph -->'
const FALLBACK = 'GET //cms-block-editor/v1/navigation-fallback'

async function create({ send }: TestSite, body: Body = {}): Promise<number> {
  const given = { title: 'Menu', content: TEXT, status: 'publish', ...body }
  const answer = await send('POST /navigation', { body: given })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return (answer.body as PostRecord).id
}

const count = ({ store }: TestSite) => postsIn(store).count(wherePosts.eq('type', 'cms_navigation'))

t.test('embedded navigations show what rendering them takes', async t => {
  const made = await makeSite()
  const id = await create(made)
  const texts = { title: { raw: 'Menu', rendered: 'Menu' }, content: { raw: TEXT, protected: false, block_version: 1 } }
  t.match((await made.send(`GET /navigation/${id}?context=embed`, { as: 'anonymous' })).body, {
    ...texts,
    status: 'publish',
  })
  const view = (await made.send(`GET /navigation/${id}`, { as: 'anonymous' })).body as Body
  t.strictSame(view['title'], { rendered: 'Menu' })
  t.notOk('raw' in (view['content'] as Body))
})

t.test('what a password protects is not embedded', async t => {
  const made = await makeSite()
  const id = await create(made, { password: 'secret' })
  for (const [query, as, shown] of [
    ['context=embed', 'anonymous', false],
    ['context=embed', 'editor', false],
    ['context=embed&password=secret', 'anonymous', true],
    ['context=edit', 'administrator', true],
    ['context=view', 'anonymous', false],
  ] as const) {
    const answer = await made.send(`GET /navigation/${id}?${query}`, { as })
    t.equal(answer.status, 200)
    t.equal(answer.text().includes('Links'), shown, `${as} ${query}`)
  }
})

t.test('only users who may edit the theme can write navigations', async t => {
  const made = await makeSite()
  const id = await create(made)
  for (const as of ['anonymous', 'subscriber', 'contributor', 'author', 'editor']) {
    const status = as === 'anonymous' ? 401 : 403
    t.equal((await made.send('POST /navigation', { as, body: { title: 'x' } })).status, status, as)
    t.equal((await made.send(`PUT /navigation/${id}`, { as, body: { title: 'x' } })).status, status, as)
    t.equal((await made.send(`DELETE /navigation/${id}`, { as })).status, status, as)
    t.match(await made.send(FALLBACK, { as }), { status, body: { code: 'rest_cannot_create' } }, as)
  }
  t.equal((await made.send(`GET /navigation/${id}`, { as: 'anonymous' })).status, 200, 'everybody reads them')
  t.equal((await made.send('POST /navigation', { body: {} })).status, 201, 'one may be empty')
})

t.test('the fallback is the published navigation with the latest date', async t => {
  const made = await makeSite()
  const later = await create(made, { date: '2020-02-01T00:00:00' })
  const twin = await create(made, { date: '2020-02-01T00:00:00' })
  await create(made, { date: '2020-01-01T00:00:00' })
  await create(made, { status: 'draft' })
  await create(made, { status: 'private' })
  const fallback = async () => ((await made.send(FALLBACK)).body as PostRecord).id
  t.equal(await fallback(), twin)
  await made.send(`DELETE /navigation/${twin}`)
  t.equal(await fallback(), later)
  t.equal(await count(made), 5, 'none is created')
})

onEveryStore(t, 'a missing fallback is created once', async (t, make) => {
  const made = await make()
  const answers = await Promise.all([FALLBACK, FALLBACK, FALLBACK].map(request => made.send(request)))
  const ids = new Set(answers.map(({ body }) => (body as PostRecord).id))
  t.equal(ids.size, 1)
  const { body } = await made.send(`GET /navigation/${[...ids][0]}?context=edit`)
  t.match(body, {
    title: { raw: 'Navigation' },
    slug: 'navigation',
    status: 'publish',
    content: { raw: '<!-- wp:page-list /-->' },
  })
  t.equal(await count(made), 1)
})

t.test('two processes create one fallback', async t => {
  const [one, two] = await twoProcesses(t)
  const [first, second] = await Promise.all([one.send(FALLBACK), two.send(FALLBACK)])
  t.equal(first.status, 200)
  t.strictSame(first.body, second.body)
  t.equal(await count(one), 1)
})

t.test('the fallback links to the navigation, which can be embedded', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  const answer = await send('GET //wp-block-editor/v1/navigation-fallback', { headers: {} })
  t.equal(answer.status, 200)
  const { id } = answer.body as PostRecord
  t.match(answer.body, {
    _links: {
      self: [
        {
          href: `https://site.example/wp-json/wp/v2/navigation/${id}`,
          embeddable: true,
          targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
        },
      ],
    },
  })
  const embedded = await send('GET //wp-block-editor/v1/navigation-fallback?_embed')
  t.match(embedded.body, { _embedded: { self: [{ id, content: { raw: '<!-- wp:page-list /-->' } }] } })
  t.match((await send('OPTIONS //wp-block-editor/v1/navigation-fallback')).body, {
    methods: ['GET'],
    schema: { title: 'navigation-fallback', properties: { id: { type: 'integer', readonly: true } } },
  })
})

t.test('the fallback in process', async t => {
  const { site, users } = await makeSite()
  const by = (role: string) => ({ as: site.principalOf(users.get(role)) })
  await t.rejects(site.content.navigation.fallback(by('editor')), { code: 'rest_cannot_create' })
  const created = await site.content.navigation.fallback(by('administrator'))
  t.equal(created.type, 'cms_navigation')
  t.equal((await site.content.navigation.fallback(by('administrator'))).id, created.id)
})

t.test('a list costs the same statements whatever its length', async t => {
  const made = await countingSite(t)
  for (let number = 0; number < 20; number++)
    await postsIn(made.store).insert(recordOf(`menu-${number}`, { type: 'cms_navigation' }))
  for (const query of ['', 'context=edit&', 'context=embed&']) {
    const one = await made.statements(`GET /navigation?${query}per_page=2`)
    t.equal(await made.statements(`GET /navigation?${query}per_page=20`), one, query)
  }
})

async function navigationOfMenuCreate({ send }: TestSite, path: string, body: object): Promise<number> {
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
  const menus = await navigationOfMenuCreate(made, '/menus', { name: 'Classic' })
  const page = await navigationOfMenuCreate(made, '/pages', { title: 'About us', status: 'publish' })
  const item = { menus, menu_order: 2, type: 'post_type', object: 'page', object_id: page }
  const about = await navigationOfMenuCreate(made, '/menu-items', item)
  await navigationOfMenuCreate(made, '/menu-items', {
    ...{ menus, menu_order: 3, parent: about, title: 'A & "B"', url: 'https://example.com/?a=1&b=2' },
    ...{ target: '_blank', classes: ['one', 'two'], xfn: ['friend', 'met'], attr_title: 'Out', description: 'There' },
  })
  await navigationOfMenuCreate(made, '/menu-items', {
    menus,
    menu_order: 1,
    title: 'Home',
    url: 'https://example.com/',
  })
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
  const menus = await navigationOfMenuCreate(made, '/menus', { name: 'Menu' })
  const link = (object_id: number, more = {}) =>
    navigationOfMenuCreate(made, '/menu-items', { menus, type: 'post_type', object: 'page', object_id, ...more })
  const hidden = await navigationOfMenuCreate(made, '/pages', {
    title: 'Hidden title',
    slug: 'hidden-slug',
    status: 'private',
  })
  const trashed = await navigationOfMenuCreate(made, '/pages', { title: 'Trashed', status: 'publish' })
  const above = await link(hidden)
  await link(trashed)
  await navigationOfMenuCreate(made, '/menu-items', {
    menus,
    title: 'Below',
    url: 'https://example.com/below',
    parent: above,
  })
  await made.send(`DELETE /pages/${trashed}`)
  const { content } = await fallbackOf(made)
  t.notMatch(content, /[Hh]idden|Trashed/)
  t.match(content, /^<!-- wp:navigation-link \{[^}]*"label":"Below"[^}]*\} \/-->$/, 'items below move up')
})

t.test('menus without items, and no menus', async t => {
  const made = await makeSite()
  await navigationOfMenuCreate(made, '/menus', { name: 'Empty' })
  t.match(await fallbackOf(made), { title: 'Navigation', content: '<!-- wp:page-list /-->' })
})

t.test('the menu of the location "primary" comes first, then the menu of that name, then the latest', async t => {
  const made = await makeSite({
    register(site) {
      site.registerMenuLocation('footer', { description: 'Footer' })
      site.registerMenuLocation('primary', { description: 'Top' })
    },
  })
  const first = await navigationOfMenuCreate(made, '/menus', { name: 'First' })
  const second = await navigationOfMenuCreate(made, '/menus', { name: 'Second' })
  for (const menus of [first, second])
    await navigationOfMenuCreate(made, '/menu-items', { menus, title: 'Item', url: 'https://example.com/' })
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
