import {
  cmsDialect,
  commentsIn,
  type PostRecord,
  postsIn,
  type Site,
  termsIn,
  usersIn,
  wherePosts,
  wpDialect,
} from '@platen/site'
import type { BaseRecord, Collection, NewRecord, Store } from '@platen/storage'
import t, { type Test } from 'tap'
import { onEveryStore } from '../site/every-store.js'
import { makeSite, type TestSite } from '../site/make-site.js'
import { sampleComment, samplePost, sampleTerm, sampleUser } from '../site/sample-records.js'
import { renderingEntries } from './rendering-entries.js'

t.setTimeout(120_000)

/** Several times the depth that fits on the stack, however small a frame is. */
const DEPTH = 40_000

/** Nested opening and closing sequences. */
const NESTS: readonly (readonly [open: string, close: string])[] = [
  ['<!-- wp:group -->', '<!-- /wp:group -->'],
  ['[caption width="1" caption="a"][wp_caption width="1" caption="b"]', '[/wp_caption][/caption]'],
  ['[audio]', '[/audio]'],
  ['<div>', '</div>'],
  ['<i>', '</i>'],
  ['<!-- wp:a {"a":', '} /-->'],
  ['{"a":[', ']}'],
  ['feed:', ''],
  ['(', ')'],
  ['<', '>'],
  ['"', '"'],
]

/** The other entries are parts of these, or begin with one of them. */
const ENTRIES = [
  ...['content', 'generated excerpt', 'comment', 'filtered content', 'filtered comment', 'balanced tags'],
  ...['written blocks', 'shortcodes', 'an embed', 'a URL', 'stripped tags', 'a line', 'a style'],
]

/** Depth uses no stack: no code recurses on its input. */
for (const [open, close] of NESTS) {
  t.test(`${open}${close}`, async t => {
    const text = `${open.repeat(DEPTH)}x${close.repeat(DEPTH)}`
    for (const what of ENTRIES) t.doesNotThrow(() => renderingEntries[what]?.(text), what)
  })
}

/** Texts of one user that are as long together as no list may be, and a short one of somebody else. */
const SIZE = 20
const LONG = 'x'.repeat(29_000)

/** A store with a 64th of the limits: it takes less to exceed them. */
const SHARE = 64
const share = (limit: number | undefined) => limit && Math.trunc(limit / SHARE)

const scaled = <R extends BaseRecord, L, N>(collection: Collection<R, L, N>): Collection<R, L, N> => ({
  ...collection,
  find: ({ maxLength, maxTextBytes, ...query }) =>
    collection.find({ ...query, maxLength: share(maxLength), maxTextBytes: share(maxTextBytes) }),
  related: (ids, relations, { maxLength, maxTextBytes } = {}) =>
    collection.related(ids, relations, { maxLength: share(maxLength), maxTextBytes: share(maxTextBytes) }),
})

const wrapStore = (store: Store): Store => ({
  ...store,
  collection: definition => scaled(store.collection(definition)),
})

/** Texts from before there were limits. */
async function fill(store: Store, block: string): Promise<void> {
  const long = (fields: Partial<NewRecord<PostRecord>>, text: Partial<NewRecord<PostRecord>>) =>
    Array.from({ length: SIZE }, (_, at) => samplePost({ title: 'Long', ...fields, slug: `long-${at}`, ...text }))
  const short = { title: 'Short', slug: 'short', content: 'A short text.' }
  const add = async (fields: Partial<NewRecord<PostRecord>>, text: Partial<NewRecord<PostRecord>>) => {
    await postsIn(store).insertMany([...long(fields, text), samplePost({ ...fields, ...short })])
  }
  await add({}, { content: LONG })
  await add({ type: 'page' }, { excerpt: LONG })
  await add({ type: block }, { content: LONG })
  await add({ type: 'attachment', status: 'inherit', mimeType: 'text/plain' }, { excerpt: LONG })
  await add({ type: 'doc' }, { title: LONG })
  const parent = await postsIn(store).insert(samplePost({ title: 'Parent', slug: 'parent', commentCount: SIZE }))
  await add({ type: 'revision', status: 'inherit', parent: parent.id }, { content: LONG })
  await commentsIn(store).insertMany(
    Array.from({ length: SIZE }, () => ({ ...sampleComment(), post: parent.id, status: 'approved', content: LONG })),
  )
  await termsIn(store).insertMany(
    Array.from({ length: SIZE }, (_, at) => sampleTerm({ name: `Long ${at}`, slug: `long-${at}`, description: LONG })),
  )
  for (let at = 0; at < SIZE; at++)
    await usersIn(store).insert(sampleUser(`long${at}`, { description: LONG, roles: ['author'] }))
}

/** The lists, how many records they have at least, and a member of a short record that is whole. */
const lists = (parent: number) =>
  [
    ['/posts?per_page=50', /A short text/],
    ['/posts?per_page=50&context=edit', /A short text/],
    ['/posts?per_page=50&_embed', /A short text/],
    ['/posts?per_page=50&_envelope&_embed', /A short text/],
    ['/posts?per_page=50&cursor=', /A short text/],
    ['/posts?per_page=50&orderby=title&order=asc&_fields=id,content', /A short text/],
    ['/pages?per_page=50', /A short text/],
    ['/blocks?per_page=50&context=edit', /A short text/],
    ['/media?per_page=50', /Short/],
    ['/docs?per_page=50', /Short/],
    ['/docs?per_page=20&orderby=title&order=desc&cursor=', /Long|doc/],
    [`/posts/${parent}/revisions?context=edit`, /A short text/],
    ['/comments?per_page=50', /content/],
    [`/posts?include=${parent}&_embed=replies`, /replies/],
    ['/categories?per_page=50', /Long 19/],
    ['/users?per_page=50&context=edit', /long19/],
    ['/search?per_page=50&subtype=any', /Short/],
    ['/search?per_page=50&subtype=any&_embed', /Short/],
  ] as const

async function visitLists(t: Test, { send, store, site }: TestSite): Promise<void> {
  await fill(store, `${site.context.dialect.prefix}_block`)
  const parent = (await postsIn(store).first({ where: wherePosts.eq('slug', 'parent') }))?.id ?? 0
  for (const [path, shown] of lists(parent)) {
    const response = await send(`GET ${path}`)
    t.equal(response.status, 200, path)
    const text = response.text()
    t.ok(shown.test(text), `${path} shows short texts`)
    t.ok(text.length < 500_000, `${path} is short enough: ${text.length}`)
  }
  const whole = await send(`GET /posts?per_page=1&search=Long`)
  t.ok(whole.text().includes(LONG), 'a few long texts are whole')
  const loop =
    '<!-- wp:query {"query":{"perPage":50,"postType":"post"}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- wp:post-excerpt /--><!-- /wp:post-template --></div><!-- /wp:query -->'
  const blocks = `${loop}<!-- wp:latest-comments /--><!-- wp:page-list /--><!-- wp:categories {"showEmpty":true} /-->`
  const { body } = await send('POST /pages', { body: { content: blocks, status: 'publish' } })
  const { rendered } = (body as { content: { rendered: string } }).content

  for (const text of ['A short text', 'latest-comments__comment', 'Long 19']) t.ok(rendered.includes(text), text)
}

for (const dialect of [cmsDialect, wpDialect]) {
  onEveryStore(t, `lists of long texts: ${dialect.prefix}`, async (t, make) => {
    const registerDocs = (site: Site) =>
      site.registerPostType('doc', { public: true, showInRest: true, restBase: 'docs' })
    await visitLists(t, await make({ dialect, register: registerDocs, wrapStore }))
  })
}

t.test('the single record is whole, and a list never has an empty text in the place of a long one', async t => {
  const { send, store } = await makeSite({ wrapStore })
  const posts = Array.from({ length: SIZE }, (_, at) =>
    samplePost({ title: 'Long', slug: `long-${at}`, content: LONG }),
  )
  const [first] = await postsIn(store).insertMany([
    samplePost({ slug: 'p', content: LONG, password: 'secret' }),
    ...posts,
  ])
  const { body } = await send('GET /posts?per_page=50&context=edit&search=Long')
  for (const post of body as { _omitted: unknown; content: unknown; title: unknown; _links: object }[]) {
    t.strictSame(post._omitted, ['content', 'excerpt'])
    t.strictSame(post.content, { protected: false })
    t.match(post.title, { raw: 'Long' })
  }
  const listed = (await send('GET /posts?per_page=50', { as: 'anonymous' })).body as { id: number }[]
  const hidden = listed.find(({ id }) => id === first?.id)
  t.match(hidden, { content: { rendered: '', protected: true }, excerpt: { rendered: '' } })
  t.notMatch(hidden, { _omitted: [] }, 'a protected text reveals nothing about its length')
  t.match(await send(`GET /posts/${first?.id}?context=edit`), { body: { content: { raw: LONG } } })
})
