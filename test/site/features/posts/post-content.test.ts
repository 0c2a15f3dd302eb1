import { metaIn, type PostRecord, postsIn, type Site, wherePosts } from '@platen/site'
import { postDeleted, postSaved } from '@platen/site/extend'
import { createPost, type PostInput, publishDuePost, trashPost } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const by = ({ users, site }: TestSite, role: string) => ({
  as: role === 'system' ? site.system : (users.get(role) ?? site.principalOf(undefined)),
})

/** Whatever is emitted about posts, as it happens. */
function eventsOf(site: Site): string[] {
  const events: string[] = []
  site.on(postSaved, ({ post, before }) => void events.push(`${before?.status ?? 'new'} ${post.status}`))
  site.on(postDeleted, ({ post }) => void events.push(`deleted ${post.id}`))
  return events
}

onEveryStore(t, 'a post lives its life in process', async (t, make) => {
  const made = await make()
  const events = eventsOf(made.site)
  const { posts } = made.site.content
  const author = by(made, 'author')
  const post = await posts.create({ title: ' Leeks ', content: '<b>x</b>', status: 'publish', sticky: false }, author)
  t.match(post, { title: 'Leeks', slug: 'leeks', type: 'post', status: 'publish', author: author.as.id })
  t.same(await posts.get(post.id, by(made, 'anonymous')), post)
  const changed = await posts.update(post.id, { content: 'y' }, { ...author, version: post.version })
  t.match(changed, { content: 'y', title: 'Leeks' })
  t.ok(changed.version > post.version)
  t.match(await posts.trash(post.id, author), { status: 'trash', slug: 'leeks__trashed' })
  t.equal(await posts.get(post.id, by(made, 'anonymous')), undefined)
  t.match(await posts.delete(post.id, author), { id: post.id })
  t.equal(await postsIn(made.store).get(post.id), undefined)
  t.same(events, ['new publish', 'publish publish', 'publish trash', `deleted ${post.id}`])
  t.match((await made.send(`GET /posts/${post.id}`)).status, 404)
})

const refused: [role: string, what: string, code: string, run: (made: TestSite) => Promise<unknown>][] = []
const refuse = (
  what: string,
  codes: Readonly<Record<string, string>>,
  run: (made: TestSite, role: string) => Promise<unknown>,
) => {
  for (const [role, code] of Object.entries(codes)) refused.push([role, what, code, made => run(made, role)])
}
const others = async ({ site }: TestSite, status = 'publish') =>
  (await site.content.posts.create({ title: 'Others', status }, { as: site.system })).id

refuse('create a draft', { subscriber: 'rest_cannot_create', anonymous: 'rest_cannot_create' }, (made, role) =>
  made.site.content.posts.create({ title: 'x' }, by(made, role)),
)
refuse('publish', { contributor: 'rest_cannot_publish' }, (made, role) =>
  made.site.content.posts.create({ title: 'x', status: 'publish' }, by(made, role)),
)
refuse('create a page', { author: 'rest_cannot_create', contributor: 'rest_cannot_create' }, (made, role) =>
  made.site.content.posts.create({ type: 'page', title: 'x' }, by(made, role)),
)
refuse("write in others' names", { author: 'rest_cannot_edit_others' }, (made, role) =>
  made.site.content.posts.create({ title: 'x', author: 1 }, by(made, role)),
)
refuse('make sticky', { author: 'rest_cannot_assign_sticky' }, (made, role) =>
  made.site.content.posts.create({ title: 'x', sticky: true }, by(made, role)),
)
refuse(
  'edit what others wrote',
  {
    author: 'rest_cannot_edit',
    contributor: 'rest_cannot_edit',
    subscriber: 'rest_cannot_edit',
    anonymous: 'rest_cannot_edit',
  },
  async (made, role) => made.site.content.posts.update(await others(made), { title: 'y' }, by(made, role)),
)
refuse(
  'trash what others wrote',
  { author: 'rest_cannot_delete', subscriber: 'rest_cannot_delete', anonymous: 'rest_cannot_delete' },
  async (made, role) => made.site.content.posts.trash(await others(made), by(made, role)),
)
refuse(
  'delete what others wrote',
  { author: 'rest_cannot_delete', contributor: 'rest_cannot_delete', anonymous: 'rest_cannot_delete' },
  async (made, role) => made.site.content.posts.delete(await others(made), by(made, role)),
)

for (const [role, what, code, run] of refused) {
  t.test(`${role} may not ${what}`, async t => {
    const made = await makeSite()
    await t.rejects(run(made), { name: 'RestError', code, status: role === 'anonymous' ? 401 : 403 })
    t.equal(await postsIn(made.store).count(wherePosts.eq('title', 'x')), 0)
    t.equal(
      await postsIn(made.store).count(wherePosts.or(wherePosts.eq('title', 'y'), wherePosts.eq('status', 'trash'))),
      0,
    )
  })
}

const invalid: readonly [input: Parameters<Site['content']['posts']['create']>[0], code: string][] = [
  [{ title: 'x', type: 'nothing' }, 'rest_invalid_post_type'],
  [{ title: 'x', status: 'nothing' }, 'rest_invalid_param'],
  [{ title: 'x', status: 'auto-draft' }, 'rest_invalid_param'],
  [{ title: 'x', format: 'nothing' }, 'rest_invalid_param'],
  [{ title: 'x', template: 'nothing' }, 'rest_invalid_param'],
  [{ title: 'x', commentStatus: 'nothing' }, 'rest_invalid_param'],
  [{ title: 'x', pingStatus: 'nothing' }, 'rest_invalid_param'],
  [{ title: 'x', type: 'page', sticky: true }, 'rest_invalid_param'],
  [{ title: 'x', type: 'page', parent: 4711 }, 'rest_post_invalid_id'],
  [{ title: 'x', author: 4711 }, 'rest_invalid_author'],
  [{ title: 'x', date: 'nothing' }, 'invalid_date'],
  [{ title: 'x', password: 'p', sticky: true }, 'rest_invalid_field'],
  [{}, 'empty_content'],
]
for (const [input, code] of invalid) {
  t.test(`refuses ${JSON.stringify(input)}`, async t => {
    const { site, store } = await makeSite()
    await t.rejects(site.content.posts.create(input, { as: site.system }), { name: 'RestError', code, status: 400 })
    t.equal(await postsIn(store).count(), 0)
  })
}

t.test('posts that are not there', async t => {
  const { site } = await makeSite()
  const { posts } = site.content
  const as = site.system
  for (const id of [0, -1, 4711, Number.NaN]) t.equal(await posts.get(id, { as }), undefined)
  for (const run of [posts.trash(4711, { as }), posts.delete(4711, { as }), posts.update(4711, {}, { as })])
    await t.rejects(run, { code: 'rest_post_invalid_id', status: 404 })
})

onEveryStore(t, 'a version that is not the stored one is refused, and nothing changes', async (t, make) => {
  const made = await make()
  const { posts } = made.site.content
  const as = made.site.system
  const post = await posts.create({ title: 'One' }, { as })
  const events = eventsOf(made.site)
  const version = post.version + 1
  for (const run of [
    () => posts.update(post.id, { title: 'Two' }, { as, version }),
    () => posts.trash(post.id, { as, version }),
    () => posts.delete(post.id, { as, version }),
  ])
    await t.rejects(run(), { code: 'rest_precondition_failed', status: 412 })
  t.same(await postsIn(made.store).get(post.id), post)
  t.same(events, [])
})

onEveryStore(t, 'several operations are one transaction, and their events follow it', async (t, make) => {
  const made = await make()
  const { site, store } = made
  const events = eventsOf(site)
  let during: readonly string[] = []
  const write = (fails: boolean) =>
    site.content.transaction(async tx => {
      const one = await createPost(tx, site.system, { title: 'One' })
      await trashPost(tx, site.system, { id: one.id })
      during = [...events]
      if (fails) throw new Error('no')
      return one.id
    })
  await t.rejects(write(true), /no/)
  t.equal(await postsIn(store).count(), 0)
  t.equal(await metaIn(store).count(), 0)
  t.same(events, [])
  const id = await write(false)
  t.same(during, [], 'nothing is emitted before the commit')
  t.same(events, ['new draft', 'draft trash'])
  t.match(await postsIn(store).get(id), { status: 'trash' })
})

onEveryStore(t, 'who reads finds what they may read', async (t, make) => {
  const made = await make()
  const { posts } = made.site.content
  const as = made.site.system
  const author = made.users.get('author')
  const ids: Record<string, number> = {}
  for (const [name, input] of Object.entries({
    open: { status: 'publish' },
    draft: { status: 'draft' },
    own: { status: 'draft', author: author?.id ?? 0 },
    private: { status: 'private' },
    page: { status: 'publish', type: 'page' },
    locked: { status: 'publish', password: 'p' },
  }))
    ids[name] = (await posts.create({ title: name, content: name, ...input }, { as })).id
  for (const [role, names] of Object.entries({
    anonymous: ['open', 'page', 'locked'],
    subscriber: ['open', 'page', 'locked'],
    author: ['open', 'own', 'page', 'locked'],
    editor: ['open', 'draft', 'own', 'private', 'page', 'locked'],
    system: ['open', 'draft', 'own', 'private', 'page', 'locked'],
  })) {
    const order = [{ by: 'field', field: 'id', direction: 'asc' }] as const
    const { records, total } = await posts.find({ order, total: true }, by(made, role))
    t.same(
      records.map(({ title }) => title),
      names,
      role,
    )
    t.equal(total, names.length)
    const got = await Promise.all(Object.values(ids).map(id => posts.get(id, by(made, role))))
    t.same(
      got.flatMap(post => post?.title ?? []),
      names,
      role,
    )
    const found: readonly (PostRecord | undefined)[] = [...records, ...got]
    const locked = found.filter(post => post?.title === 'locked')
    const opened = role === 'editor' || role === 'system'
    t.equal(locked.length, 2)
    for (const post of locked)
      t.match(post, opened ? { content: 'locked', password: 'p' } : { content: '', excerpt: '', password: '' }, role)
  }
  const some = await posts.find({ where: wherePosts.eq('title', 'draft') }, by(made, 'anonymous'))
  t.same(some.records, [])
})

onEveryStore(t, 'scheduled posts are published when they are due', async (t, make) => {
  const clock = Object.assign(() => clock.now, { now: Date.UTC(2024, 4, 1, 12) })
  const made = await make({ services: { clock } })
  const { posts } = made.site.content
  const as = made.site.system
  const post = await posts.create({ title: 'x', status: 'publish', dateGmt: '2024-05-01T12:10:00' }, { as })
  const editor = made.site.principalOf(made.users.get('editor'))
  const conflict = { code: 'rest_precondition_failed', status: 412 }
  t.equal(post.status, 'future')
  t.equal(await posts.publishDue(), 0)
  await t.rejects(
    made.site.content.transaction(tx => publishDuePost(tx, editor, post)),
    conflict,
    'not due',
  )
  clock.now += 600_000
  const contributor = made.site.principalOf(made.users.get('contributor'))
  const refused = made.site.content.transaction(tx => publishDuePost(tx, contributor, post))
  await t.rejects(refused, { code: 'rest_cannot_publish', status: 403 })
  const stale = { id: post.id, version: post.version + 1 }
  await t.rejects(
    made.site.content.transaction(tx => publishDuePost(tx, editor, stale)),
    conflict,
  )
  t.equal(await posts.publishDue(), 1)
  t.match(await posts.get(post.id, { as }), { status: 'publish', modifiedGmt: post.modifiedGmt })
  await t.rejects(
    made.site.content.transaction(tx => publishDuePost(tx, editor, { id: post.id })),
    conflict,
    'twice',
  )
})

t.test('a site that is not ready becomes ready first', async t => {
  const { store } = await makeSite()
  const made = await makeSite({ store, register: site => void site.registerPostType('plant', { public: true }) })
  const plant = await made.site.content.posts.create({ type: 'plant', title: 'Mint' }, { as: made.site.system })
  t.equal(plant.type, 'plant')
  t.throws(() => made.site.registerPostType('late', {}), /already serves requests/)
})

t.test('values that are undefined are as if they were absent', async t => {
  const made = await makeSite()
  const { posts } = made.site.content
  const texts = { title: 'Mint', content: 'It spreads.', excerpt: 'Herb', slug: 'mint' }
  const dates = { date: '2020-01-01T00:00:00Z', dateGmt: undefined }
  const input = {
    ...texts,
    ...dates,
    status: 'publish',
    password: 'secret',
    menuOrder: 3,
    format: 'aside',
    sticky: undefined,
  }
  const post = await posts.create({ ...input, author: undefined, terms: undefined }, by(made, 'editor'))
  t.match(post, { ...texts, password: 'secret', menuOrder: 3 })
  const absent: PostInput = {
    ...{
      title: undefined,
      content: undefined,
      excerpt: undefined,
      slug: undefined,
      status: undefined,
      date: undefined,
    },
    ...{ dateGmt: undefined, password: undefined, author: undefined, parent: undefined, commentStatus: undefined },
    ...{ pingStatus: undefined, menuOrder: undefined, featuredMedia: undefined, format: undefined },
    ...{ template: undefined, sticky: undefined, meta: undefined, terms: undefined, fields: undefined },
  }
  const { version, modified, modifiedGmt, ...rest } = await posts.update(post.id, absent, by(made, 'editor'))
  t.match(post, rest)
  const autosave = { content: 'It grows.', title: undefined }
  t.match(await made.site.content.autosaves.store(post.id, autosave, by(made, 'administrator')), {
    title: '',
    content: 'It grows.',
  })
})

onEveryStore(t, 'relations are loaded along, with their types', async (t, make) => {
  const made = await make()
  made.site.registerMeta({ object: 'post', subtype: 'post', key: 'height', type: 'integer', single: true })
  const { posts, terms, comments } = made.site.content
  const author = by(made, 'administrator')
  const herbs = await terms.create({ taxonomy: 'category', name: 'Herbs' }, author)
  const input = { title: 'Mint', status: 'publish', meta: { height: 40 }, terms: { category: [herbs.id] } }
  const { id } = await posts.create(input, author)
  const comment = await comments.create({ post: id, content: 'Tasty' }, author)
  const { records, related } = await posts.find({ with: ['meta', 'terms', 'newestComments'] }, author)
  t.same(
    records.map(post => post.id),
    [id],
  )
  const height: unknown = related.meta.get(id)?.find(({ key }) => key === 'height')?.value
  t.equal(height, 40)
  t.same(
    related.terms.get(id)?.map(({ name }) => name),
    ['Herbs'],
  )
  t.equal(related.newestComments.get(id)?.[0]?.id, comment.id)
  // @ts-expect-error: not loaded.
  t.equal(related.revisions, undefined)
  const found = await comments.find({ with: ['newestReplies'] }, author)
  t.same(found.related.newestReplies.get(comment.id) ?? [], [])
  // @ts-expect-error The collection has no such relation.
  await t.rejects(posts.find({ with: ['nothing'] }, author))
})

interface Shown {
  readonly content: { readonly raw: string }
}

const WRITTEN: readonly (readonly [given: string, stored: string])[] = [
  [
    '<!-- wp:core/paragraph   {"a":1}   --><p>x</p><!--  /wp:core/paragraph  -->',
    '<!-- wp:paragraph {"a":1} --><p>x</p><!-- /wp:paragraph -->',
  ],
  [
    '<!-- wp:x {"a":"<b> & -- \\" \\\\ \u2028"} /-->',
    '<!-- wp:x {"a":"\\u003cb\\u003e \\u0026 \\u002d\\u002d \\u0022 \\u005c \\u2028"} /-->',
  ],
  ['<!-- wp:x {"a":"\\u003cb\\u003e"} /-->', '<!-- wp:x {"a":"\\u003cb\\u003e"} /-->'],
  ['<!-- wp:x {bad} --><p>y</p><!-- /wp:x -->', '<!-- wp:x --><p>y</p><!-- /wp:x -->'],
  ['<!-- wp:x --><p>open', '<!-- wp:x --><p>open<!-- /wp:x -->'],
  ['before <!-- wp:x /--> after < & >', 'before <!-- wp:x /--> after < & >'],
  ['no <!--wp:x --> block', 'no <!--wp:x --> block'],
  ['plain & <b>', 'plain & <b>'],
]

t.test('blocks of posts and pages are written in one way', async t => {
  const { send } = await makeSite()
  for (const list of ['/posts', '/pages'])
    for (const [at, [given, stored]] of WRITTEN.entries()) {
      const { status, body } = await send(`POST ${list}`, { body: { title: 'x', content: given } })
      t.equal(status, 201)
      t.equal((body as unknown as Shown).content.raw, stored, `${list}, content ${at + 1}`)
    }
})

t.test('blocks of registered types do not change', async t => {
  const { send } = await makeSite({
    register: site =>
      site.registerPostType('book', { label: 'Books', public: true, restBase: 'books', supports: ['title', 'editor'] }),
  })
  for (const [given] of WRITTEN) {
    const { body } = await send('POST /books', { body: { title: 'x', content: given } })
    t.equal((body as unknown as Shown).content.raw, given)
  }
})
