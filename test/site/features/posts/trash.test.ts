import { createMemoryStore } from '@platen/memory'
import {
  assignmentsIn,
  commentsIn,
  meta,
  metaIn,
  type PostRecord,
  posts,
  postsIn,
  wherePosts,
  wpDialect,
} from '@platen/site'
import type { CollectionDefinition, Store } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { sampleComment, samplePost } from '../../sample-records.js'

type Body = Readonly<Record<string, unknown>>
type Shown = PostRecord & { readonly link: string; readonly sticky: boolean }

async function create({ send }: TestSite, list: string, body: Body = {}): Promise<Shown> {
  const answer = await send(`POST ${list}`, { body: { title: 'First', content: 'x', status: 'publish', ...body } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body as Shown
}

const get = async ({ send }: TestSite, path: string) => (await send(`GET ${path}?context=edit`)).body as Shown

const commentOn = (post: number, status: string) => sampleComment({ post, status, content: status })

/** Creates a post with a comment of each status, and another one with a comment. */
async function createCommented(made: TestSite) {
  const { id } = await create(made, '/posts')
  const other = await create(made, '/posts')
  const comments = commentsIn(made.store)
  for (const status of ['approved', 'hold', 'spam', 'trash']) await comments.insert(commentOn(id, status))
  await comments.insert(commentOn(other.id, 'approved'))
  return { id, statuses: async () => (await comments.find({})).records.map(({ status }) => status) }
}

onEveryStore(t, 'comments share the fate of their post', async (t, make) => {
  const made = await make()
  const { send, store } = made
  const { id, statuses } = await createCommented(made)
  for (let round = 0; round < 2; round++) {
    await send(`DELETE /posts/${id}`)
    t.same(await statuses(), ['post-trashed', 'post-trashed', 'post-trashed', 'post-trashed', 'approved'])
    await send(`PUT /posts/${id}`, { body: { status: 'draft' } })
    t.same(await statuses(), ['approved', 'hold', 'spam', 'trash', 'approved'], 'as they were')
    t.equal(await metaIn(store).count(), 0, 'nothing stays behind')
  }
  await send(`DELETE /posts/${id}`)
  const [first] = (await commentsIn(store).find({})).records
  await send(`PUT /comments/${first?.id}`, { body: { status: 'spam' } })
  await send(`PUT /posts/${id}`, { body: { status: 'draft' } })
  t.same(await statuses(), ['spam', 'hold', 'spam', 'trash', 'approved'], 'but for one with another status')
  const keys = (await metaIn(store).find({})).records.map(({ key }) => key)
  t.notOk(keys.includes('_status_before_trash'))
  await send(`DELETE /posts/${id}?force=true`)
  t.same(await statuses(), ['approved'])
  t.equal(await metaIn(store).count(), 0)
})

onEveryStore(t, 'in the other dialect, comments leave the trash one by one', async (t, make) => {
  const made = await make({ dialect: wpDialect })
  const { send, store } = made
  const { id, statuses } = await createCommented(made)
  const trashed = ['post-trashed', 'post-trashed', 'post-trashed', 'post-trashed', 'approved']
  for (let round = 0; round < 2; round++) {
    await send(`DELETE /posts/${id}`)
    t.same(await statuses(), trashed)
    await send(`PUT /posts/${id}`, { body: { status: 'draft' } })
    t.same(await statuses(), trashed)
    t.equal(await metaIn(store).count(), 0, 'nothing stays behind')
  }
  const [first] = (await commentsIn(store).find({})).records
  await send(`PUT /comments/${first?.id}`, { body: { status: 'approve' } })
  t.same(await statuses(), ['approved', ...trashed.slice(1)])
  await send(`DELETE /comments/${first?.id}`)
  await send(`PUT /comments/${first?.id}`, { body: { status: 'untrash' } })
  t.same(await statuses(), ['approved', ...trashed.slice(1)])
  await send(`DELETE /posts/${id}?force=true`)
  t.same(await statuses(), ['approved'])
  t.equal(await metaIn(store).count(), 0)
})

onEveryStore(t, 'a draft without a slug has none after the trash, but for one given there', async (t, make) => {
  const slugAfterTrash = async (made: TestSite, inTrash?: string) => {
    const { id } = await create(made, '/posts', { status: 'draft' })
    const path = `/posts/${id}`
    await made.send(`DELETE ${path}`)
    if (inTrash !== undefined) await made.send(`PUT ${path}`, { body: { slug: inTrash } })
    const { body } = await made.send(`PUT ${path}`, { body: { status: 'draft' } })
    return (body as { slug: string }).slug
  }
  const made = await make()
  t.equal(await slugAfterTrash(made), '')
  t.equal(await slugAfterTrash(made, 'given'), 'given')
  const other = await make({ dialect: wpDialect })
  t.equal(await slugAfterTrash(other), '__trashed', 'that of the trash is kept there')
  t.equal(await slugAfterTrash(other), '__trashed-2')
  t.equal(await slugAfterTrash(other, 'given'), 'given')
})

t.test('a slug in the trash is free, and comes back if it still is', async t => {
  const made = await makeSite()
  const first = await create(made, '/posts')
  await made.send(`DELETE /posts/${first.id}`)
  t.equal((await get(made, `/posts/${first.id}`)).slug, 'first__trashed')
  const second = await create(made, '/posts')
  t.equal(second.slug, 'first')
  t.match((await made.send(`PUT /posts/${first.id}`, { body: { status: 'publish' } })).body, { slug: 'first-2' })
  await made.send(`DELETE /posts/${second.id}`)
  t.match((await made.send(`PUT /posts/${second.id}`, { body: { status: 'publish' } })).body, { slug: 'first' })
  for (const [status, slug] of [
    ['publish', 'first'],
    ['draft', 'first'],
    ['private', 'first'],
  ]) {
    await made.send(`DELETE /posts/${second.id}`)
    const restored = await made.send(`PUT /posts/${second.id}`, { body: { status, slug: 'other' } })
    t.match(restored.body, { slug, status }, 'it gets back what it had')
  }
})

t.test('slugs within the trash differ', async t => {
  const made = await makeSite()
  for (const list of ['/posts', '/pages'])
    for (const slug of ['first__trashed', 'first__trashed-2', 'first__trashed-3']) {
      const { id } = await create(made, list)
      t.match((await made.send(`DELETE ${list}/${id}`)).body, { slug }, list)
    }
})

t.test('a post without a slug gets one only in the trash', async t => {
  for (const [status, slug] of [
    ['draft', ''],
    ['pending', ''],
    ['publish', 'first'],
  ]) {
    const made = await makeSite()
    const { id } = await create(made, '/posts', { status: 'draft' })
    t.match((await made.send(`DELETE /posts/${id}`)).body, { slug: '__trashed' })
    t.match((await made.send(`PUT /posts/${id}`, { body: { status } })).body, { slug, status })
  }
})

t.test('a change in the trash leaves it there', async t => {
  const made = await makeSite()
  const { id } = await create(made, '/posts')
  await made.send(`DELETE /posts/${id}`)
  t.match((await made.send(`PUT /posts/${id}`, { body: { title: 'Second' } })).body, {
    status: 'trash',
    slug: 'first__trashed',
  })
  t.match((await made.send(`PUT /posts/${id}`, { body: { status: 'publish' } })).body, { slug: 'first' })
})

t.test('long slugs stay within bounds in the trash, and whole', async t => {
  const made = await makeSite()
  for (const [slug, expected] of [
    ['x'.repeat(200), `${'x'.repeat(191)}__trashed`],
    ['%e6%97%a5'.repeat(22), `${'%e6%97%a5'.repeat(21)}__trashed`],
  ] as const) {
    const { id } = await create(made, '/posts', { slug })
    t.match((await made.send(`DELETE /posts/${id}`)).body, { slug: expected })
    t.match((await made.send(`PUT /posts/${id}`, { body: { status: 'publish' } })).body, { slug }, 'nothing is lost')
  }
})

onEveryStore(t, 'what is at the top is so no more', async (t, make) => {
  const made = await make()
  const [one, two] = [await create(made, '/posts', { sticky: true }), await create(made, '/posts', { sticky: true })]
  t.same(await made.store.options.get('sticky_posts'), [one.id, two.id])
  for (const status of ['draft', 'private', 'publish'])
    t.match((await made.send(`PUT /posts/${one.id}`, { body: { status } })).body, { sticky: true }, status)
  t.match((await made.send(`DELETE /posts/${one.id}`)).body, { sticky: false })
  t.match((await made.send(`PUT /posts/${one.id}`, { body: { status: 'publish' } })).body, { sticky: false })
  await made.send(`DELETE /posts/${two.id}?force=true`)
  t.same(await made.store.options.get('sticky_posts'), [])
})

onEveryStore(t, 'the site lets go of pages that go away', async (t, make) => {
  for (const [way, query] of [
    ['trash', ''],
    ['delete', '?force=true'],
  ] as const) {
    const made = await make()
    const { options } = made.store
    const [front, posts] = [await create(made, '/pages'), await create(made, '/pages')]
    await options.set('show_on_front', 'page')
    await options.set('page_on_front', front.id)
    await options.set('page_for_posts', posts.id)
    await made.send(`DELETE /pages/${posts.id}${query}`)
    t.same(
      [await options.get('show_on_front'), await options.get('page_on_front'), await options.get('page_for_posts')],
      ['page', front.id, 0],
      way,
    )
    await made.send(`DELETE /pages/${front.id}${query}`)
    t.same(
      [await options.get('show_on_front'), await options.get('page_on_front'), await options.get('page_for_posts')],
      ['posts', 0, 0],
      way,
    )
  }
})

onEveryStore(t, 'what is below a page', async (t, make) => {
  const made = await make()
  const top = await create(made, '/pages', { title: 'Top' })
  const middle = await create(made, '/pages', { title: 'Middle', parent: top.id })
  const [one, two] = [
    await create(made, '/pages', { title: 'One', parent: middle.id }),
    await create(made, '/pages', { title: 'Two', parent: middle.id }),
  ]
  await made.send(`DELETE /pages/${middle.id}`)
  t.match(await get(made, `/pages/${one.id}`), { parent: middle.id }, 'stays below what is in the trash')
  await made.send(`DELETE /pages/${middle.id}?force=true`)
  for (const { id } of [one, two]) t.match(await get(made, `/pages/${id}`), { parent: top.id }, 'moves up')
  t.equal((await get(made, `/pages/${one.id}`)).link, 'https://site.example/top/one/')
  await made.send(`DELETE /pages/${top.id}?force=true`)
  t.match(await get(made, `/pages/${two.id}`), { parent: 0 })
})

onEveryStore(t, 'nothing stays behind of what is deleted', async (t, make) => {
  const made = await make({ register: site => site.registerMeta({ object: 'post', key: 'stars', type: 'integer' }) })
  const { send, store } = made
  const { id } = await create(made, '/posts', { meta: { stars: [1, 2] }, format: 'aside', sticky: true })
  for (const title of ['Second', 'Third']) await send(`PUT /posts/${id}`, { body: { title } })
  const { id: kept } = await create(made, '/posts', { meta: { stars: [3] } })
  t.ok((await postsIn(store).count()) > 2)
  t.match((await send(`DELETE /posts/${id}?force=true`)).body, {
    deleted: true,
    previous: { id, title: { raw: 'Third' }, format: 'aside' },
  })
  t.same(
    (await postsIn(store).find({})).records.map(record => record.id),
    [kept],
  )
  t.same(
    (await assignmentsIn(store).find({})).records.map(record => record.object),
    [kept],
  )
  t.same(
    (await metaIn(store).find({})).records.map(record => record.object),
    [kept],
  )
  t.match(await send('GET /categories/1'), { body: { count: 1 } })
})

t.test('who may put what into the trash', async t => {
  for (const [owner, as, status, expected] of [
    ['author', 'author', 'publish', 200],
    ['author', 'editor', 'publish', 200],
    ['author', 'contributor', 'publish', 403],
    ['author', 'anonymous', 'publish', 401],
    ['contributor', 'contributor', 'draft', 200],
    ['contributor', 'author', 'draft', 403],
    ['editor', 'author', 'private', 403],
  ] as const) {
    const made = await makeSite()
    const { body } = await made.send('POST /posts', { body: { title: 'x', status }, as: owner })
    const { id } = body as Shown
    t.equal((await made.send(`DELETE /posts/${id}`, { as })).status, expected, `${as}: ${status} of ${owner}`)
  }
})

const migrate = async (store: Store) => {
  const declared: CollectionDefinition = posts
  await store.transaction(async tx => declared.migrations[0]?.run?.(tx.collection(declared), tx.collection))
}

t.test('posts in the trash get their former status in batches, and other posts stay', async t => {
  const store = createMemoryStore()
  await store.prepare([posts, meta])
  const trashed = Array.from({ length: 1100 }, () => samplePost({ status: 'trash' }))
  await postsIn(store).insertMany(trashed)
  const restored = await postsIn(store).insert(samplePost({ status: 'draft' }))
  const later = await postsIn(store).insert(samplePost({ status: 'trash', trashedStatus: 'draft' }))
  const former = (object: number, value: unknown, kind = 'post') => ({ kind, object, key: '_trash_status', value })
  await metaIn(store).insertMany([
    ...trashed.map((_, at) => former(at + 1, at % 2 === 0 ? 'publish' : 'pending')),
    former(restored.id, 'publish'),
    former(later.id, 'publish'),
    former(5000, 'publish'),
    former(1, 'hold', 'comment'),
  ])
  await migrate(store)
  t.equal(await postsIn(store).count(wherePosts.eq('trashedStatus', 'publish')), 550)
  t.equal(await postsIn(store).count(wherePosts.eq('trashedStatus', 'pending')), 550)
  t.strictSame(await postsIn(store).get(restored.id), restored)
  t.strictSame(await postsIn(store).get(later.id), later)
  t.match((await metaIn(store).find({})).records, [{ kind: 'comment', object: 1, value: 'hold' }])
  t.equal(await metaIn(store).count(), 1)
})

t.test('a former status that is not a text leaves the column empty', async t => {
  const store = createMemoryStore()
  await store.prepare([posts, meta])
  await postsIn(store).insert(samplePost({ status: 'trash' }))
  await metaIn(store).insert({ kind: 'post', object: 1, key: '_trash_status', value: ['publish'] })
  await migrate(store)
  t.equal((await postsIn(store).get(1))?.trashedStatus, '')
  t.equal(await metaIn(store).count(), 0)
})

t.test('a status that cannot be chosen may be sent back', async t => {
  for (const dialect of [undefined, wpDialect]) {
    const { send } = await makeSite(dialect === undefined ? {} : { dialect })
    const { id } = (await send('POST /posts', { body: { title: 'x', status: 'publish' } })).body as unknown as {
      id: number
    }
    const change = async (status: unknown) => send(`PUT /posts/${id}`, { body: { status, title: 'y' } })
    const refused = { status: 400, body: { data: { details: { status: {} } } } }
    for (const status of ['trash', 'inherit', 'auto-draft', 'unknown', 5, ['draft']])
      t.match(await change(status), refused, JSON.stringify(status))
    t.match(await change('publish'), { status: 200, body: { status: 'publish' } })
    await send(`DELETE /posts/${id}`)
    t.match(await change('trash'), { status: 200, body: { status: 'trash', title: { raw: 'y' } } })
    t.match(await change('inherit'), refused)
    t.match(await change('draft'), { status: 200, body: { status: 'draft', slug: 'x' } })
    t.match(await change('trash'), refused)
  }
})
