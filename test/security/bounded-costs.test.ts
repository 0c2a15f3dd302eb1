import { createMemoryStorage } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import {
  assignmentsIn,
  commentsIn,
  metaIn,
  type PostRecord,
  posts,
  postsIn,
  type TermRecord,
  termsIn,
  whereComments,
} from '@platen/site'
import type { NewRecord, Store, StoreSession } from '@platen/storage'
import t from 'tap'
import { makeSite } from '../site/make-site.js'
import { sampleComment, samplePost, sampleTerm } from '../site/sample-records.js'
import { openNewFile } from '../site/sqlite-file.js'
import { withCollection } from '../site/with-collection.js'

const MANY = 2500

/** A store that notes how many characters of texts of posts it gives at once. */
function noting(store: Store) {
  const noted = { most: 0, picks: 0 }
  const watched = withCollection(store, posts, inner => ({
    async find(query) {
      const found = await inner.find(query)
      const characters = found.records.reduce((sum, { content }) => sum + content.length, 0)
      noted.most = Math.max(noted.most, characters)
      return found
    },
    async pick(fields, query) {
      if (fields.some(field => field === 'content')) noted.most = Number.POSITIVE_INFINITY
      noted.picks++
      return inner.pick(fields, query)
    },
  }))
  return { noted, store: watched }
}

t.test('a list of comments on thousands of posts has few of their texts in memory at a time', async t => {
  const inner = createMemoryStore()
  const { noted, store } = noting(inner)
  const { send } = await makeSite({ store })
  const text = 'a'.repeat(1000)
  const many = Array.from({ length: MANY }, (_, at) => samplePost({ slug: `p${at}`, content: text }))
  const [draft, ...made] = await postsIn(inner).insertMany([samplePost({ status: 'draft', content: text }), ...many])
  const last = made.at(-1)?.id
  await send('POST /comments', { body: { post: last, content: 'The only one' } })
  const ids = made.map(({ id }) => id)

  noted.most = 0
  const list = await send(`GET /comments?post=${ids}`, { as: 'anonymous' })
  t.match(list, { status: 200, body: [{ post: last }] })
  t.ok(noted.most <= 100 * text.length, `${noted.most} characters`)
  t.equal(noted.picks, 1, 'with a single query')

  const refused = await send(`GET /comments?post=${[...ids, draft?.id]}`, { as: 'anonymous' })
  t.match(refused, { status: 401, body: { code: 'rest_cannot_read_post' } })
  t.ok(noted.most <= 100 * text.length, `${noted.most} characters`)
})

const FEW = 10
const MANY_RELATIONS = 400
/** The number of additional records that may cost one more statement: each insert takes several records. */
const PER_STATEMENT = 5

const post = (fields: Partial<NewRecord<PostRecord>> = {}) =>
  samplePost({ author: 2, title: 'Title', content: 'Some text', ...fields })

const term = (fields: Partial<NewRecord<TermRecord>> = {}) => sampleTerm({ slug: 'term', ...fields })

const repeat = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

type Request = readonly [request: string, body?: object]
/** Stores the given number of related records, and sends the request that affects them. */
type Fill = (store: StoreSession, count: number) => Promise<Request>

const deletion: Request = ['DELETE /users/2?force=true&reassign=false']

const ofUser =
  (fields: (at: number) => Partial<NewRecord<PostRecord>>): Fill =>
  async (store, count) => {
    const posts = await postsIn(store).insertMany(repeat(count, at => post({ slug: `p${at}`, ...fields(at) })))
    const terms = await termsIn(store).insertMany(repeat(20, at => term({ slug: `own-${at}`, count })))
    await assignmentsIn(store).insertMany(
      posts.flatMap(({ id }, at) => ({ object: id, term: terms[at % 20]?.id ?? 0, position: 0 })),
    )
    await commentsIn(store).insertMany(posts.map(({ id }) => sampleComment({ post: id, status: 'approved' })))
    return deletion
  }

/** Menu items that link to something. */
async function link(store: StoreSession, count: number, type: string, object: string, id: number, menu?: number) {
  const items = await postsIn(store).insertMany(
    repeat(count, at => post({ type: 'nav_menu_item', slug: `item-${at}`, author: 1 })),
  )
  const values = { _menu_item_type: type, _menu_item_object: object, _menu_item_object_id: id }
  await metaIn(store).insertMany(
    items.flatMap(item =>
      Object.entries(values).map(([key, value]) => ({ kind: 'post', object: item.id, key, value })),
    ),
  )
  if (menu !== undefined)
    await assignmentsIn(store).insertMany(items.map(item => ({ object: item.id, term: menu, position: 0 })))
}

const CASES: Readonly<Record<string, Fill>> = {
  'a user whose posts go to the trash': ofUser(() => ({})),
  'a user whose drafts go to the trash, all without a slug': ofUser(() => ({ status: 'draft', slug: '' })),
  'a user whose pages go to the trash': ofUser(at => ({ type: 'page', slug: `p${at % 7}` })),
  'a user whose posts are deleted': ofUser(() => ({ status: 'trash' })),
  'a user with posts of both kinds': ofUser(at => ({ status: at % 2 ? 'trash' : 'publish' })),
  'a user with books below each other': async (store, count) => {
    const [top, ...others] = await postsIn(store).insertMany(
      repeat(count, at => post({ type: 'book', slug: `b${at}`, author: at % 2 ? 1 : 2 })),
    )
    await postsIn(store).updateMany(
      others.map(({ id }, at) => ({ id, changes: { parent: others[at - 2]?.id ?? top?.id ?? 0 } })),
    )
    return deletion
  },
  'a user with revisions of others': async (store, count) => {
    const [page] = await postsIn(store).insertMany([post({ type: 'page', author: 1 })])
    await postsIn(store).insertMany(
      repeat(count, () => post({ type: 'revision', status: 'inherit', parent: page?.id ?? 0 })),
    )
    return deletion
  },
  'a user with media': async (store, count) => {
    const file = { path: 'a.png', bytes: 1, width: 1, height: 1, sizes: {}, original: null, notes: null }
    const fill = ofUser(() => ({ type: 'attachment', status: 'inherit', mimeType: 'image/png' }))
    const request = await fill(store, count)
    const media = await postsIn(store).pick([], {})
    await metaIn(store).insertMany(
      media.flatMap(({ id }) => [
        { kind: 'post', object: id, key: '_attachment_details', value: { ...file, turned: false, editedFrom: null } },
        { kind: 'post', object: 1_000_000 + id, key: '_thumbnail_id', value: id },
      ]),
    )
    return request
  },
  'a user whose posts go to another': async (store, count) => {
    await ofUser(() => ({}))(store, count)
    return ['DELETE /users/2?force=true&reassign=1']
  },
  'a menu with items': async (store, count) => {
    const menu = await termsIn(store).insert(term({ taxonomy: 'nav_menu', slug: 'menu', count }))
    await link(store, count, 'custom', 'custom', 0, menu.id)
    return [`DELETE /menus/${menu.id}?force=true`]
  },
  'a page that menu items link to': async (store, count) => {
    const page = await postsIn(store).insert(post({ type: 'page', slug: 'linked' }))
    await link(store, count, 'post_type', 'page', page.id)
    return [`DELETE /pages/${page.id}?force=true`]
  },
  'a page with pages and media below': async (store, count) => {
    const [top, page] = await postsIn(store).insertMany([post({ type: 'page' }), post({ type: 'page' })])
    await postsIn(store).updateMany([{ id: page?.id ?? 0, changes: { parent: top?.id ?? 0 } }])
    await postsIn(store).insertMany(
      repeat(count, at => post({ type: at % 2 ? 'page' : 'attachment', slug: `c${at}`, parent: page?.id ?? 0 })),
    )
    return [`DELETE /pages/${page?.id}?force=true`]
  },
  'a term that menu items link to': async (store, count) => {
    const { id } = await termsIn(store).insert(term())
    await link(store, count, 'taxonomy', 'category', id)
    return [`DELETE /categories/${id}?force=true`]
  },
  'a category with posts': async (store, count) => {
    const { id } = await termsIn(store).insert(term({ count }))
    const posts = await postsIn(store).insertMany(repeat(count, at => post({ slug: `p${at}` })))
    await assignmentsIn(store).insertMany(posts.map(each => ({ object: each.id, term: id, position: 0 })))
    return [`DELETE /categories/${id}?force=true`]
  },
  'a post with terms': async (store, count) => {
    const tags = await termsIn(store).insertMany(repeat(count, at => term({ taxonomy: 'post_tag', slug: `t${at}` })))
    return ['POST /posts', { title: 'New', status: 'publish', tags: tags.map(({ id }) => id) }]
  },
  'a file with terms of files': async (store, count) => {
    const genres = await termsIn(store).insertMany(repeat(count, at => term({ taxonomy: 'genre', slug: `g${at}` })))
    const file = await postsIn(store).insert(post({ type: 'attachment', status: 'inherit' }))
    return [`POST /media/${file.id}`, { genre: genres.map(({ id }) => id) }]
  },
  'a font family with faces': async (store, count) => {
    const family = await postsIn(store).insert(post({ type: 'cms_font_family', slug: 'family', content: '{}' }))
    await postsIn(store).insertMany(
      repeat(count, at => post({ type: 'cms_font_face', slug: `f${at}`, parent: family.id, content: '{}' })),
    )
    return [`DELETE /font-families/${family.id}?force=true`]
  },
  'a post with revisions and comments': async (store, count) => {
    const { id } = await postsIn(store).insert(post())
    await ofUser(() => ({ type: 'revision', status: 'inherit', parent: id }))(store, count)
    await commentsIn(store).updateWhere(whereComments.gt('post', 0), { post: id })
    return [`DELETE /posts/${id}?force=true`]
  },
  'a post with revisions goes to the trash': async (store, count) => {
    const { id } = await postsIn(store).insert(post())
    await postsIn(store).insertMany(repeat(count, () => post({ type: 'revision', status: 'inherit', parent: id })))
    return [`DELETE /posts/${id}`]
  },
}

for (const [name, fill] of Object.entries(CASES)) {
  t.test(`${name} costs few statements, however many there are`, async t => {
    const folder = t.testdir()
    const counts: number[] = []
    for (const count of [FEW, MANY_RELATIONS]) {
      let ran = 0
      const store = await openNewFile(`${folder}/${count}.sqlite`, {
        statementTimeout: Number.POSITIVE_INFINITY,
        onStatement: () => void ran++,
      })
      t.teardown(() => store.close())
      const { send } = await makeSite({
        store,
        media: { storage: createMemoryStorage({ url: 'https://site.example/files' }) },
        register(site) {
          site.registerPostType('book', { label: 'Books', public: true, hierarchical: true, supports: ['author'] })
          site.registerTaxonomy('genre', { label: 'Genres', objectTypes: ['attachment'] })
        },
      })
      const [request, body] = await store.transaction(tx => fill(tx, count), { bulk: true })
      await send('GET /posts?per_page=1')
      ran = 0
      const { status } = await send(request, body === undefined ? {} : { body })
      counts.push(ran)
      t.ok(status < 300, `${request}: ${status}`)
    }
    const [few = 0, many = 0] = counts
    t.comment(`${few} and ${many} statements`)
    t.ok(few > 3 && many - few <= (MANY_RELATIONS - FEW) / PER_STATEMENT, `${few} and ${many} statements`)
  })
}
