import type { PostRecord, Site } from '@platen/site'
import { postsIn, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'
import { countingSite, recordOf } from '../posts/counting-site.js'

type Body = Readonly<Record<string, unknown>>

const TEXT = '<!-- wp:paragraph --><p>Shared</p><!-- /wp:paragraph -->'

async function create({ send }: TestSite, body: Body = {}, as = 'administrator'): Promise<number> {
  const given = { title: 'A pattern', content: TEXT, status: 'publish', ...body }
  const answer = await send('POST /blocks', { body: given, as })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return (answer.body as PostRecord).id
}

t.test('texts are shown as they are stored', async t => {
  const made = await makeSite()
  const id = await create(made, { title: 'A & <b>B</b>' })
  const view = (await made.send(`GET /blocks/${id}`)).body as Body
  t.strictSame(view['title'], { raw: 'A & <b>B</b>' })
  t.strictSame(view['content'], { raw: TEXT, protected: false })
  t.strictSame(view['excerpt'], { rendered: '<p>Shared</p>\n', protected: false })
  const edit = (await made.send(`GET /blocks/${id}?context=edit`)).body as Body
  t.strictSame(edit['content'], { raw: TEXT, protected: false, block_version: 1 })
  const embedded = (await made.send(`GET /blocks/${id}?context=embed`)).body as Body
  t.strictSame(embedded['title'], {})
  t.notOk('content' in embedded || 'meta' in embedded)
})

t.test('an object without properties is a list where the dialect writes it so', async t => {
  const made = await makeSite({ dialect: wpDialect })
  const id = await create(made)
  for (const path of [`/blocks/${id}?context=embed`, `/blocks/${id}?context=embed&_fields=title`]) {
    const answer = await made.send(`GET ${path}`)
    t.strictSame((answer.body as Body)['title'], [], path)
    t.match(answer.text(), '"title":[]', path)
  }
  const list = await made.send('GET /blocks?context=embed')
  t.match(list.text(), '"title":[]')
})

t.test('the sync status', async t => {
  const made = await makeSite()
  const id = await create(made)
  const put = (status: unknown) =>
    made.send(`PUT /blocks/${id}`, { body: { meta: { cms_pattern_sync_status: status } } })
  t.match((await put('unsynced')).body, { cms_pattern_sync_status: 'unsynced' })
  t.match((await put('partial')).body, { cms_pattern_sync_status: 'partial' })
  t.match(await put('sometimes'), { status: 400 })
  t.strictSame((await made.send(`GET /blocks/${id}?_fields=meta,cms_pattern_sync_status`)).body, {
    meta: { footnotes: '' },
    cms_pattern_sync_status: 'partial',
  })
  t.strictSame((await made.send(`GET /blocks/${id}?_fields=cms_pattern_sync_status`)).body, {
    cms_pattern_sync_status: 'partial',
  })
  t.match((await put(null)).body, { cms_pattern_sync_status: '' })
  const options = (await made.send('OPTIONS /blocks')).body as { schema: { properties: Body } }
  t.notOk('cms_pattern_sync_status' in options.schema.properties, 'it is not a field of the schema')
  t.match(options.schema.properties['meta'], {
    properties: { cms_pattern_sync_status: { title: '', enum: ['partial', 'unsynced'] } },
  })
})

t.test('published patterns are for users who write posts', async t => {
  const made = await makeSite()
  const { site, store, users, send } = made
  const id = await create(made)
  const file = await postsIn(store).insert(recordOf('file', { type: 'attachment', status: 'inherit', parent: id }))
  for (const [as, status] of [
    ['anonymous', 401],
    ['subscriber', 403],
    ['contributor', 200],
    ['author', 200],
    ['editor', 200],
  ] as const) {
    const reads = status === 200
    const user = users.get(as)
    const by = { as: site.principalOf(user) }
    t.equal((await send(`GET /blocks/${id}`, { as })).status, status, as)
    for (const query of ['', '?search=shared', `?include=${id}`, '?slug=a-pattern', '?context=embed'])
      t.match(await send(`GET /blocks${query}`, { as }), { body: { length: reads ? 1 : 0 } }, `${as} ${query}`)
    const counted = (await send('GET /blocks?search=shared', { as })).headers['X-CMS-Total']
    t.equal(counted, reads ? '1' : '0', 'nor are they counted')
    t.equal((await site.content.posts.get(id, by)) !== undefined, reads, `${as} in process`)
    const found = await site.content.posts.find({}, by)
    t.equal(
      found.records.some(post => post.id === id),
      reads,
      `${as} finds it`,
    )
    t.ok(
      found.records.some(post => post.id === file.id),
      'what is attached to it is shown in posts that use it',
    )
    t.equal((await send(`GET /media/${file.id}`, { as })).status, 200, 'and can be read')
  }
})

t.test('a published pattern does not make its author known to everybody', async t => {
  const made = await makeSite()
  await create(made, {}, 'author')
  const { id } = made.users.get('author') as { id: number }
  t.equal((await made.send(`GET /users/${id}`, { as: 'anonymous' })).status, 401)
  await made.send('POST /posts', { body: { title: 'Open', status: 'publish' }, as: 'author' })
  t.equal((await made.send(`GET /users/${id}`, { as: 'anonymous' })).status, 200)
})

t.test('a search finds restricted posts for users who may read them', async t => {
  const register = (site: Site) => {
    site.registerPostType('note', { public: true, restricted: true, capabilities: { read: 'edit_posts' } })
  }
  const { send } = await makeSite({ register })
  await send('POST /note', { body: { title: 'Needle', status: 'publish' } })
  for (const [as, found] of [
    ['anonymous', 0],
    ['subscriber', 0],
    ['contributor', 1],
  ] as const)
    for (const query of ['search=needle', 'subtype=note']) {
      const answer = await send(`GET /search?${query}`, { as })
      t.equal((answer.body as readonly unknown[]).length, found, `${as} ${query}`)
      t.equal(answer.headers['X-CMS-Total'], String(found))
    }
})

t.test('a type that a site registers can be restricted as well', async t => {
  const register = (site: Site) => {
    site.registerPostType('note', {
      public: true,
      restBase: 'notes',
      restricted: true,
      canonicalBlocks: true,
      capabilities: { read: 'edit_posts' },
    })
  }
  const { send } = await makeSite({ register })
  const content = '<!-- wp:x {"a":"1 & 2"} /-->'
  const { body } = await send('POST /notes', { body: { title: 'N', status: 'publish', content } })
  t.match(body, { content: { raw: '<!-- wp:x {"a":"1 \\u0026 2"} /-->' } })
  const path = `GET /notes/${(body as PostRecord).id}`
  t.equal((await send(path, { as: 'anonymous' })).status, 401)
  t.equal((await send(path, { as: 'contributor' })).status, 200)
})

t.test('an order by author is for users who may edit posts of others', async t => {
  const made = await makeSite()
  const later = await create(made, { date: '2024-02-01T00:00:00' })
  const earlier = await create(made, { date: '2024-01-01T00:00:00' }, 'editor')
  const order = async (as: string) => {
    const { body } = await made.send('GET /blocks?orderby=author&order=asc&_fields=id', { as })
    return (body as readonly { id: number }[]).map(({ id }) => id)
  }
  t.same(await order('administrator'), [later, earlier])
  t.same(await order('contributor'), [earlier, later], 'others get the order by date')
})

t.test('categories of patterns', async t => {
  const { send } = await makeSite()
  const category = (await send('POST /cms_pattern_category', { body: { name: 'Banners' } })).body as { id: number }
  const body = { title: 'P', content: TEXT, status: 'publish', cms_pattern_category: [category.id] }
  t.match((await send('POST /blocks', { body })).body, { cms_pattern_category: [category.id] })
  t.match(await send(`GET /blocks?cms_pattern_category=${category.id}`), { body: { length: 1 } })
  t.match(await send(`GET /blocks?cms_pattern_category_exclude=${category.id}`), { body: { length: 0 } })
  const { body: embedded } = await send('GET /blocks?_embed')
  t.match(embedded, [{ _embedded: { 'cms:term': [[{ id: category.id, name: 'Banners' }]] } }])
})

t.test('a list costs the same statements whatever its length', async t => {
  const made = await countingSite(t)
  for (let number = 0; number < 20; number++)
    await postsIn(made.store).insert(recordOf(`pattern-${number}`, { type: 'cms_block' }))
  for (const query of ['', 'context=edit&', 'context=embed&', '_embed&']) {
    const one = await made.statements(`GET /blocks?${query}per_page=2`)
    t.equal(await made.statements(`GET /blocks?${query}per_page=20`), one, query)
  }
})
