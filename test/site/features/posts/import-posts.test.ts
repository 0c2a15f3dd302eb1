import { assignmentsIn, metaIn, type PostRecord, postsIn, terms, termsIn } from '@platen/site'
import { inTransaction, postContent, postSaved, type Tx } from '@platen/site/extend'
import { type ImportedPost, importPosts, placePosts } from '@platen/site/import'
import { openSqliteStore } from '@platen/sql/sqlite'
import { randomChoices } from '@platen/storage/contract'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { withCollection, withTransactions } from '../../with-collection.js'

const post = (given: Partial<ImportedPost> = {}): ImportedPost => ({
  id: 0,
  type: 'post',
  status: 'publish',
  author: 1,
  parent: 0,
  guid: '',
  mimeType: '',
  commentCount: 0,
  meta: [],
  title: 'A post',
  date: '2020-01-01T10:00:00',
  ...given,
})

const run = <T>({ site }: TestSite, work: (tx: Tx) => Promise<T>) => inTransaction(site.context, work)
const importAll = (made: TestSite, ...posts: readonly ImportedPost[]) =>
  run(made, tx => importPosts(tx, made.site.system, posts))
const importOne = async (made: TestSite, given: Partial<ImportedPost>): Promise<PostRecord> => {
  const [record] = await importAll(made, post(given))
  if (record === undefined) throw new Error('nothing was imported')
  return record
}

onEveryStore(t, 'posts of another site', async (t, make) => {
  const made = await make()
  const { store, site } = made
  const saved: number[] = []
  site.on(postSaved, ({ post }) => void saved.push(post.id))
  const term = await site.content.terms.create({ taxonomy: 'category', name: 'Herbs' }, { as: site.system })
  const parent = post({ id: 70, type: 'page', title: 'Bed' })
  const records = await importAll(
    made,
    parent,
    post({ id: 70, type: 'page', title: 'Mint', parent, terms: { category: [term.id, 999] } }),
    post({ id: 80, terms: { category: [term.id] }, sticky: true, meta: [{ key: 'any', value: ['x'] }] }),
    post({ id: 2 ** 31, title: 'A post' }),
  )
  const [bed, mint, herb, other] = records
  t.match(bed, { id: 70, slug: 'bed', guid: /bed/, modified: '2020-01-01T10:00:00' })
  t.match(mint, { parent: 70, slug: 'mint' })
  t.not(mint?.id, 70, 'the id is taken')
  t.match(herb, { id: 80, slug: 'a-post' })
  t.match(other, { slug: 'a-post-2' })
  t.same(
    saved,
    records.map(({ id }) => id),
  )

  t.equal((await termsIn(store).get(term.id))?.count, 1, 'pages do not count for categories')
  t.equal((await termsIn(store).get(1))?.count, 1, 'the post without a category has the default one')
  t.same(await store.options.get('sticky_posts'), [80])
  t.match((await metaIn(store).find({})).records, [{ object: 80, key: 'any', value: ['x'] }])
})

const rules: Record<string, { given: Partial<ImportedPost>; stored: Partial<PostRecord>; sticky?: boolean }> = {
  'scheduled when it is ahead': { given: { date: '2999-01-01T00:00:00' }, stored: { status: 'future' } },
  'published when it is due': { given: { status: 'future' }, stored: { status: 'publish' } },
  'private, and thus without a password': {
    given: { status: 'private', password: 'x' },
    stored: { status: 'private', password: '' },
  },
  'not sticky with a password': { given: { sticky: true, password: 'x' }, stored: { password: 'x' }, sticky: false },
  'not sticky, for a page': { given: { sticky: true, type: 'page' }, stored: { type: 'page' }, sticky: false },
  'open, for an unknown status': { given: { commentStatus: 'ajar' }, stored: { commentStatus: 'open' } },
  'without spaces around the title': { given: { title: ' A post\n' }, stored: { title: 'A post' } },
  'written like other blocks': {
    given: { content: '<!-- wp:a   {"b":1} /-->' },
    stored: { content: '<!-- wp:a {"b":1} /-->' },
  },
  'named by its id': { given: { title: '', id: 90 }, stored: { slug: '90' } },
  'a draft without a slug': { given: { status: 'draft' }, stored: { slug: '', dateGmt: null } },
  'empty, of an unknown type and status': {
    given: { type: 'recipe', status: 'cooked', title: '' },
    stored: { type: 'recipe', status: 'cooked', commentStatus: 'open' },
  },
  'dated by both clocks': {
    given: { dateGmt: '2020-01-01T03:00:00', modified: '2021-01-01T00:00:00' },
    stored: { date: '2020-01-01T10:00:00', dateGmt: '2020-01-01T03:00:00', modifiedGmt: '2021-01-01T00:00:00' },
  },
}
for (const [name, { given, stored, sticky }] of Object.entries(rules)) {
  t.test(`an imported post is ${name}`, async t => {
    const made = await makeSite()
    const { id } = await importOne(made, given)
    t.match(await postsIn(made.store).get(id), stored)
    if (sticky === false) t.notOk(await made.store.options.get('sticky_posts'))
  })
}

onEveryStore(t, 'posts below those that follow', async (t, make) => {
  const made = await make()
  const page = (id: number, slug: string, parent: ImportedPost['parent']) => post({ id, slug, parent, type: 'page' })
  await importAll(made, page(50, 'a', 'later'), page(51, 'a', 'later'), page(52, 'a', 0), page(53, 'b', 'later'))
  t.match(await postsIn(made.store).get(50), { slug: '', parent: 0 }, 'it takes no slug from the others')
  t.match(await postsIn(made.store).get(52), { slug: 'a' })
  await run(made, tx =>
    placePosts(tx, made.site.system, [
      { id: 50, parent: 52, slug: 'a' },
      { id: 51, parent: 52, slug: 'a' },
      { id: 53, parent: 53, slug: 'b' },
    ]),
  )
  t.match(await postsIn(made.store).get(50), { slug: 'a', parent: 52 })
  t.match(await postsIn(made.store).get(51), { slug: 'a-2', parent: 52 })
  t.match(await postsIn(made.store).get(53), { slug: 'b', parent: 0 }, 'not below itself')
})

t.test('who may not import', async t => {
  const made = await makeSite()
  const editor = made.site.principalOf(made.users.get('editor'))
  await t.rejects(
    run(made, tx => importPosts(tx, editor, [])),
    { code: 'rest_cannot_import', status: 403 },
  )
  const nobody = made.site.principalOf(undefined)
  await t.rejects(
    run(made, tx => placePosts(tx, nobody, [])),
    { code: 'rest_cannot_import', status: 401 },
  )
})

t.test('a batch costs few queries besides those of each post', async t => {
  let lookups = 0
  const made = await makeSite({
    wrapStore: store =>
      withTransactions(store, contents =>
        withCollection(contents, terms, inner => ({
          get(id) {
            lookups++
            return inner.get(id)
          },
          increment(...given) {
            lookups++
            return inner.increment(...given)
          },
        })),
      ),
  })
  await importAll(made, ...Array.from({ length: 30 }, () => post()))
  t.equal(lookups, 2, 'the default term is read once and counted once')
})

onEveryStore(t, 'posts imported at once are what they are one by one', async (t, make) => {
  const random = randomChoices(11)
  const [together, alone] = [await make(), await make()]
  const given: ImportedPost[] = []
  const slugs = ['', 'same', 'other', 'feed', '7', 'Same Slug']
  for (let at = 0; at < 150; at++) {
    const earlier = given[random.below(given.length + 1)]
    const parents = [0, 0, 0, 1, earlier ?? 0, 'later'] as const
    given.push(
      post({
        id: [0, 20 + random.below(60), 2 ** 31, 100 + at][random.below(4)] ?? 0,
        type: ['post', 'post', 'page', 'attachment', 'unknown', 'nav_menu_item'][random.below(6)] ?? 'post',
        status: ['publish', 'publish', 'draft', 'private', 'future'][random.below(5)] ?? 'publish',
        slug: slugs[random.below(slugs.length)] ?? '',
        title: ['A post', 'Same', ''][random.below(3)] ?? '',
        guid: random.below(4) === 0 ? '' : `https://a.example/?p=${at}`,
        sticky: random.below(5) === 0,
        parent: parents[random.below(parents.length)] ?? 0,
      }),
    )
  }
  const atOnce = await importAll(together, ...given)
  const ids = new Map<ImportedPost, number>()
  const oneByOne: PostRecord[] = []
  for (const each of given) {
    const { parent } = each
    const own = { ...each, parent: typeof parent === 'object' ? (ids.get(parent) ?? 0) : parent }
    const stored = await importOne(alone, own)
    ids.set(each, stored.id)
    oneByOne.push(stored)
  }
  t.same(atOnce, oneByOne)
  const everything = async ({ store }: TestSite) => [
    (await postsIn(store).find({})).records,
    (await assignmentsIn(store).find({})).records.map(({ object, term }) => `${object} ${term}`).sort(),
    await store.options.get('sticky_posts'),
  ]
  t.same(await everything(together), await everything(alone))
})

t.test('posts that depend on no other are stored by few statements', async t => {
  const counted = async (count: number) => {
    let statements = 0
    const path = `${t.testdir()}/site.sqlite`
    const store = await openSqliteStore({ path, onStatement: () => void statements++ })
    const made = await makeSite({ store })
    const posts = Array.from({ length: count }, (_, at) => post({ id: 100 + at, slug: `post-${at}`, guid: `g${at}` }))
    statements = 0
    await importAll(made, ...posts)
    await store.close()
    return statements
  }
  const few = await counted(16)
  t.ok((await counted(16 * 8)) <= few + 7 * 3, 'three statements for sixteen more')
})

t.test('other work of the process runs between storing and rendering a long content', async t => {
  const order: string[] = []
  const { send } = await makeSite({
    register(site) {
      site.on(postSaved, () => {
        order.push('stored')
        setImmediate(() => order.push('other'))
      })
      site.filter(postContent, ({ value }) => {
        order.push('rendered')
        return value
      })
    },
  })
  const created = await send('POST /posts', {
    as: 'contributor',
    body: { title: 'A', content: 'word '.repeat(100_000) },
  })
  t.equal(created.status, 201)
  t.match(order, ['stored', 'other', 'rendered'])
})
