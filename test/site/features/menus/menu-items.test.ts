import { cmsDialect, type Site, wpDialect } from '@platen/site'
import { inTransaction, postDeleted } from '@platen/site/extend'
import { addMeta, importPosts } from '@platen/site/import'
import t from 'tap'
import { countingReads } from '../../access/counting-reads.js'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestRequestOptions, type TestSite } from '../../make-site.js'

type Send = TestSite['send']

interface Item {
  readonly id: number
  readonly title: { readonly raw?: string; readonly rendered: string }
  readonly url: string
  readonly object: string
  readonly object_id: number
  readonly parent: number
  readonly menu_order: number
  readonly menus?: number
  readonly classes: readonly string[]
  readonly xfn: readonly string[]
  readonly target: string
  readonly status: string
  readonly invalid: boolean
  readonly _links: Readonly<Record<string, readonly { readonly href: string }[]>>
}

async function created<T = Item>(send: Send, path: string, body: object): Promise<T & { readonly id: number }> {
  const response = await send(`POST ${path}`, { body })
  t.equal(response.status, 201, `${path} ${JSON.stringify(body)}`)
  return response.body as T & { readonly id: number }
}
const read = async (send: Send, id: number, options?: TestRequestOptions) =>
  (await send(`GET /menu-items/${id}`, options)).body as Item
const link = (title: string, more: object = {}) => ({ title, url: 'https://example.com/', ...more })
const register = (site: Site) => site.registerPostType('book', { label: 'Books', public: true, hasArchive: 'library' })

onEveryStore(t, 'items follow what they link to', async (t, make) => {
  const { send } = await make({ register })
  const menu = await created(send, '/menus', { name: 'Main' })
  const page = await created(send, '/pages', { title: 'Herbs', status: 'publish' })
  const tag = await created(send, '/tags', { name: 'Mint' })
  const toPage = await created(send, '/menu-items', { type: 'post_type', object_id: page.id, menus: menu.id })
  t.match(toPage, { object: 'page', title: { raw: 'Herbs' }, url: 'https://site.example/herbs/', invalid: false })
  const toTag = await created(send, '/menu-items', { type: 'taxonomy', object_id: tag.id, menus: menu.id })
  t.match(toTag, { object: 'post_tag', title: { raw: 'Mint' }, url: 'https://site.example/tag/mint/' })
  const toBooks = await created(send, '/menu-items', { type: 'post_type_archive', object: 'book', menus: menu.id })
  t.match(toBooks, { object_id: 0, title: { raw: 'Books' }, url: 'https://site.example/library/' })

  const etag = (await send(`GET /menu-items/${toPage.id}`)).headers['ETag'] ?? ''
  await send(`PUT /pages/${page.id}`, { body: { title: 'Kitchen herbs' } })
  const again = await send(`GET /menu-items/${toPage.id}`, { headers: { 'if-none-match': etag } })
  t.match(again, { status: 200, body: { title: { rendered: 'Kitchen herbs' } } }, 'no cached response is stale')
  t.notOk(again.headers['Last-Modified'], 'the date of the item says nothing of the page')

  await send(`DELETE /pages/${page.id}`)
  t.match(await read(send, toPage.id), { invalid: true, title: { rendered: 'Kitchen herbs' } })
  await send(`DELETE /pages/${page.id}?force=true`)
  t.equal((await send(`GET /menu-items/${toPage.id}`)).status, 404)
  await send(`DELETE /tags/${tag.id}?force=true`)
  t.equal((await send(`GET /menu-items/${toTag.id}`)).status, 404)
  t.match(await send(`GET /menus?hide_empty=true`), { headers: { 'X-CMS-Total': '1' } })
  await send(`DELETE /menus/${menu.id}?force=true`)
  t.equal((await send(`GET /menu-items/${toBooks.id}`)).status, 404)
})

onEveryStore(t, 'parents', async (t, make) => {
  const { send } = await make()
  const menus = (await created(send, '/menus', { name: 'Main' })).id
  const make1 = async (title: string, parent = 0) =>
    (await created(send, '/menu-items', link(title, { menus, parent }))).id
  const a = await make1('A')
  const b = await make1('B', a)
  const c = await make1('C', b)
  const parents = async () => [(await read(send, a)).parent, (await read(send, b)).parent, (await read(send, c)).parent]
  await send(`PUT /menu-items/${a}`, { body: { parent: c } })
  t.strictSame(await parents(), [c, a, b])
  await send(`PUT /menu-items/${b}`, { body: { parent: b } })
  t.strictSame(await parents(), [c, 0, b], 'no item is below itself')
  await send(`PUT /menu-items/${b}`, { body: { parent: a } })
  await send(`DELETE /menu-items/${b}?force=true`)
  t.equal((await read(send, c)).parent, b, 'items below a deleted one keep their parent')
  t.match(await send(`PUT /menu-items/${c}`, { body: { title: 'Renamed' } }), { body: { parent: b } })
})

t.test('an item for an archive has the label of the archive', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerPostType('song', { public: true, hasArchive: true, labels: { name: 'Songs', archives: 'Songbook' } })
      site.registerPostType('poem', { public: true, hasArchive: true, labels: { name: 'Poems', all_items: 'Verses' } })
    },
  })
  for (const [object, raw] of [
    ['song', 'Songbook'],
    ['poem', 'Verses'],
  ] as const)
    t.match(await created(send, '/menu-items', { type: 'post_type_archive', object }), { title: { raw } })
})

t.test('order, menus and statuses', async t => {
  const { send, site } = await makeSite()
  const menus = (await created(send, '/menus', { name: 'Main' })).id
  const other = (await created(send, '/menus', { name: 'Other' })).id
  const item = await created(send, '/menu-items', link('A', { menus, menu_order: 4, status: 'private' }))
  t.match(item, { menus, menu_order: 4, status: 'draft' })
  const change = async (body: object) => (await send(`PATCH /menu-items/${item.id}`, { body })).body
  t.match(await change({ menus: other, status: 'publish' }), { menus: other, menu_order: 4, status: 'publish' })
  const refused = { status: 403, body: { code: 'rest_cannot_assign_term' } }
  t.match(await send(`PATCH /menu-items/${item.id}`, { body: { menus: 0 } }), refused, 'there is no menu 0')
  t.match(await send('POST /menu-items', { body: link('C', { menus: 0 }) }), refused)
  await site.content.menuItems.update(item.id, { menu: 0 }, { as: site.system })
  const loose = (await change({ menu_order: 9 })) as Item
  t.equal(loose.menu_order, 1, 'outside of menus there is no order')
  t.notOk('menus' in loose)
  t.match(await created(send, '/menu-items', link('B', { menu_order: 5 })), { menu_order: 1 })
})

t.test('what an item can be', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  const category = 1
  const refusals: [object, string][] = [
    [{}, 'rest_title_required'],
    [{ title: ' ', url: 'https://example.com/' }, 'rest_title_required'],
    [{ title: 'x' }, 'rest_url_required'],
    [{ title: 'x', url: '' }, 'rest_url_required'],
    [{ title: 'x', url: ' ' }, 'rest_invalid_param'],
    [{ title: 'x', url: '{}' }, 'rest_invalid_param'],
    [{ title: 'x', url: 'javascript:x' }, 'rest_invalid_param'],
    [link('x', { menus: 99 }), 'invalid_menu_id'],
    [link('x', { menus: category }), 'invalid_menu_id'],
    [link('x', { target: '_top' }), 'rest_invalid_param'],
    [{ type: 'post_type_archive', object: 'constructor' }, 'rest_post_invalid_type'],
    [{ type: 'post_type', object_id: 99 }, 'rest_post_invalid_id'],
    [{ type: 'taxonomy', object_id: 99 }, 'rest_term_invalid_id'],
    [link('x', { title: { raw: 5 } }), 'rest_invalid_param'],
  ]
  for (const [body, code] of refusals)
    t.match(await send('POST /menu-items', { body }), { status: 400, body: { code } }, JSON.stringify(body))
  t.match((await send('POST /menu-items', { body: {} })).body, { additional_errors: [{ code: 'rest_url_required' }] })
  t.equal((await send('GET /menu-items')).headers['X-WP-Total'], '0')

  const item = await created(
    send,
    '/menu-items',
    link('x', { classes: 'a b,b <i> %41c', xfn: ['me', 'you"', '', 'é'], target: '_blank' }),
  )
  t.match(item, {
    classes: ['a', 'b', 'b', 'i', 'c'],
    xfn: ['me', 'you', '', ''],
    target: '_blank',
    object: 'custom',
    object_id: item.id,
  })
  const put = (body: object) => send(`PUT /menu-items/${item.id}`, { body })
  t.match((await put({ classes: [], xfn: [], target: '' })).body, { classes: [''], xfn: [''], target: '' })
  t.match(await put({ title: '' }), { status: 400, body: { code: 'rest_title_required' } })
  t.match(await put({ type: 'taxonomy', object: 'category', object_id: category, title: '' }), {
    status: 200,
    body: { title: { raw: 'Uncategorized' }, object: 'category' },
  })
  t.match(await send(`DELETE /menu-items/${item.id}`), { status: 501, body: { code: 'rest_trash_not_supported' } })
})

t.test('links that run scripts', async t => {
  for (const url of ['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'feed:javascript:alert(1)']) {
    const { send, site } = await makeSite({ dialect: wpDialect })
    const { status, body } = await send('POST /menu-items', { body: { title: 'x', url } })
    t.notMatch(status === 201 ? (body as Item).url : '', /^\s*(feed:)?(java\s*script|data):/i, url)
    await t.rejects(site.content.menuItems.create({ title: 'x', url }, { as: site.system }), {
      code: 'rest_url_required',
    })
  }
})

t.test('what the caller may not read', async t => {
  const { send, site } = await makeSite()
  const secret = await created(send, '/posts', { title: 'Secret plan', slug: 'hidden-slug', status: 'private' })
  const item = await created(send, '/menu-items', { type: 'post_type', object_id: secret.id })
  t.match(await read(send, item.id), { title: { rendered: 'Secret plan' }, url: /hidden-slug/ })
  const seen = await send(`GET /menu-items/${item.id}?_embed`, { as: 'contributor' })
  t.equal(seen.status, 200)
  t.notMatch(seen.text(), /Secret plan|hidden-slug/)
  const draft = await created(send, '/menu-items', link('Draft item', { status: 'draft' }))
  const codes = async (path: string) =>
    Promise.all(
      ['anonymous', 'subscriber', 'contributor'].map(async as => {
        const { status, body } = await send(`GET ${path}`, { as })
        return status === 200 ? 200 : (body as { code: string }).code
      }),
    )
  t.strictSame(await codes('/menu-items'), ['rest_cannot_view', 'rest_cannot_view', 200])
  t.strictSame(await codes(`/menu-items/${item.id}`), ['rest_cannot_view', 'rest_cannot_view', 200])
  t.strictSame(await codes(`/menu-items/${draft.id}`), ['rest_forbidden', 'rest_forbidden', 'rest_forbidden'])
  for (const content of [site.content.posts, site.content.menuItems]) {
    t.equal(await content.get(item.id, { as: site.principalOf(undefined) }), undefined)
    t.equal((await content.get(item.id, { as: site.system }))?.id, item.id)
  }
})

t.test('new pages', async t => {
  const { send, site } = await makeSite()
  const menus = (await created(send, '/menus', { name: 'Grows', auto_add: true })).id
  const titles = async () =>
    ((await send('GET /menu-items')).body as Item[]).map(({ title, menu_order }) => `${menu_order} ${title.rendered}`)
  const page = await created(send, '/pages', { title: 'Top', status: 'publish' })
  await created(send, '/pages', { title: 'Below', status: 'publish', parent: page.id })
  await created(send, '/posts', { title: 'A post', status: 'publish' })
  const draft = await created(send, '/pages', { title: 'Later', status: 'draft' })
  t.strictSame(await titles(), ['0 Top'])
  await send(`PUT /pages/${draft.id}`, { body: { status: 'publish' } })
  for (const status of ['draft', 'publish']) await send(`PUT /pages/${draft.id}`, { body: { status } })
  t.strictSame(await titles(), ['0 Top', '2 Later'], 'once each')
  await site.content.menus.update(menus, { autoAdd: false }, { as: site.system })
  await created(send, '/pages', { title: 'Last', status: 'publish' })
  t.equal((await titles()).length, 2)
})

t.test('a list costs the same whatever its length', async t => {
  const counting = countingReads()
  const { send, site } = await makeSite({ wrapStore: counting.wrap })
  const menus = (await created(send, '/menus', { name: 'Main' })).id
  const add = async (at: number) => {
    const page = await created(send, '/pages', { title: `Page ${at}`, status: 'publish' })
    const tag = await created(send, '/tags', { name: `Tag ${at}` })
    await created(send, '/menu-items', { type: 'post_type', object_id: page.id, menus })
    await created(send, '/menu-items', { type: 'taxonomy', object_id: tag.id, menus })
    await created(send, '/menu-items', link(`Link ${at}`, { menus }))
  }
  const cost = async (query: string) => {
    await site.context.options()
    counting.taken()
    t.equal((await send(`GET /menu-items${query}`)).status, 200)
    return counting.taken().filter(each => each !== 'options.all')
  }
  for (const at of [1, 2]) await add(at)
  const few = [await cost(''), await cost('?context=edit'), await cost('?_fields=id,status'), await cost('?_embed')]
  for (const at of [3, 4, 5]) await add(at)
  t.strictSame(await cost(''), few[0])
  t.strictSame(await cost('?context=edit'), few[1])
  t.strictSame(await cost('?_fields=id,status'), few[2])
  t.strictSame(few[2], ['posts.find'], 'what is not requested is not loaded')
  t.strictSame(await cost('?_embed'), few[3])
})

t.test('items in process', async t => {
  const { site } = await makeSite()
  const { menuItems, menus, posts } = site.content
  const as = site.system
  const deleted: number[] = []
  site.on(postDeleted, ({ post }) => void deleted.push(post.id))
  const menu = await menus.create({ name: 'Main' }, { as })
  const item = await menuItems.create({ title: 'Home', url: '/', menu: menu.id, classes: ['big'] }, { as })
  const changed = await menuItems.update(item.id, { target: '_blank' }, { as, version: item.version })
  t.equal(changed.title, 'Home')
  await t.rejects(menuItems.update(item.id, { title: 'x' }, { as, version: item.version }), {
    code: 'rest_precondition_failed',
  })
  t.equal((await menuItems.find({}, { as })).records.length, 1)
  const post = await posts.create({ title: 'A post', status: 'publish' }, { as })
  t.equal(await menuItems.get(post.id, { as }), undefined)
  await t.rejects(menuItems.update(post.id, { title: 'x' }, { as }), { code: 'rest_post_invalid_id' })
  await t.rejects(menuItems.delete(post.id, { as }), { code: 'rest_post_invalid_id' })
  await t.rejects(posts.create({ type: 'nav_menu_item', title: 'x' }, { as }), { code: 'rest_invalid_post_type' })
  await menus.delete(menu.id, { as })
  t.strictSame(deleted, [item.id], 'events of the items of a deleted menu')
})

t.test('items of an import', async t => {
  const { site, send } = await makeSite()
  const page = await created(send, '/pages', { title: 'Herbs', status: 'publish' })
  const id = await inTransaction(site.context, async tx => {
    const [item] = await importPosts(tx, site.system, [
      {
        ...{ id: 0, type: 'nav_menu_item', status: 'publish', author: 1, parent: 0, guid: '', mimeType: '' },
        ...{ commentCount: 0, meta: [], title: '', date: '2020-01-01T10:00:00' },
      },
    ])
    const values = Object.entries({
      type: 'post_type',
      object: 'page',
      object_id: String(page.id),
      classes: ['', 'big'],
      xfn: 'me friend',
    }).map(([key, value]) => ({ key: `_menu_item_${key}`, value }))
    await addMeta(tx, site.system, [{ kind: 'post', subtype: 'nav_menu_item', object: item?.id ?? 0, values }])
    return item?.id ?? 0
  })
  t.match(await read(send, id), {
    title: { rendered: 'Herbs' },
    object_id: page.id,
    classes: ['', 'big'],
    xfn: ['me', 'friend'],
  })
  await send(`DELETE /pages/${page.id}?force=true`)
  t.equal((await send(`GET /menu-items/${id}`)).status, 404, 'ids in texts count too')
})

t.test('texts are plain, URLs safe', async t => {
  const { send } = await makeSite()
  const text = 'One\n<b>two</b> "three"<script>four</script>'
  const item = await created(send, '/menu-items', link('Texts', { attr_title: text, description: text }))
  t.match(item, { attr_title: 'One two &#8220;three&#8221;', description: 'One two &#8220;three&#8221;' })
  for (const url of ['javascript:alert(1)', ' java\tscript:x', 'data:text/html,x', 'unknown:x']) {
    const { status, body } = await send('POST /menu-items', { body: { title: 'Bad', url } })
    t.match(
      { status, body },
      { status: 400, body: { code: 'rest_invalid_param', data: { params: { url: /./ } } } },
      url,
    )
    t.equal((await send(`PUT /menu-items/${item.id}`, { body: { url } })).status, 400, url)
  }
  t.equal((await read(send, item.id)).url, 'https://example.com/')
})

t.test('an item whose target is gone has a title that shows it', async t => {
  const { send } = await makeSite({ register })
  const gone = [
    { type: 'taxonomy', object: 'category', object_id: 99_999 },
    { type: 'post_type', object: 'post', object_id: 99_999 },
  ]
  for (const body of gone)
    t.match(await created(send, '/menu-items', body), { invalid: true, url: '', title: { raw: '#99999 (no title)' } })
  const page = await created(send, '/pages', { title: 'Herbs', status: 'publish' })
  const to = (object: string) => created(send, '/menu-items', { type: 'post_type', object, object_id: page.id })
  t.match(await to('post'), { invalid: false, url: 'https://site.example/herbs/' })
  t.match(await to('nothing'), { invalid: true, url: 'https://site.example/herbs/' })
  const draft = await created(send, '/pages', { title: 'Secret', status: 'private' })
  const hidden = await created(send, '/menu-items', { type: 'post_type', object: 'post', object_id: draft.id })
  t.notMatch(await read(send, hidden.id, { as: 'contributor' }), { title: { rendered: /Secret/ } })
})

t.test('names of menus and terms have 200 characters at most', async t => {
  for (const [dialect, status] of [
    [wpDialect, 500],
    [cmsDialect, 400],
  ] as const) {
    const { send } = await makeSite({ dialect })
    for (const name of ['n'.repeat(200), '\u{1F600}'.repeat(200)]) await created(send, '/tags', { name })
    const sent = (path: string) => send(`POST ${path}`, { body: { name: 'm'.repeat(201) } })
    t.match(await sent('/tags'), { status, body: { code: 'db_insert_error' } })
    t.match(await sent('/menus'), { status: 400, body: { code: 'db_insert_error' } })
  }
})
