import { createMemoryStorage } from '@platen/media'
import {
  applicationPasswordsIn,
  assignments,
  assignmentsIn,
  comments,
  commentsIn,
  meta,
  metaIn,
  type PostRecord,
  posts,
  postsIn,
  terms,
  termsIn,
  users,
  usersIn,
} from '@platen/site'
import { postDeleted, postSaved } from '@platen/site/extend'
import type { CollectionDefinition, Store } from '@platen/storage'
import { type Choices, randomChoices } from '@platen/storage/contract'
import t from 'tap'
import { type MakeOn, onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'
import { sampleComment } from '../../sample-records.js'
import { withCollection, withTransactions } from '../../with-collection.js'

interface Leaving extends TestSite {
  readonly id: number
  readonly posts: Readonly<Record<string, number>>
}

/** An editor who has written things of several kinds. */
async function leaving(options: TestSiteOptions = {}): Promise<Leaving> {
  const made = await makeSite({
    ...options,
    register(site) {
      site.registerPostType('book', { label: 'Books', public: true, supports: ['title', 'author'] })
    },
  })
  const id = made.users.get('editor')?.id ?? 0
  const posts: Record<string, number> = {}
  const write = async (name: string, address: string, body: object) => {
    posts[name] = (
      (await made.send(`POST ${address}`, { as: 'administrator', body: { title: name, author: id, ...body } }))
        .body as {
        id: number
      }
    ).id
  }
  await write('post', '/posts', { status: 'publish' })
  await write('draft', '/posts', { status: 'draft' })
  await write('trashed', '/posts', { status: 'draft' })
  await made.send(`DELETE /posts/${posts['trashed']}`)
  await write('page', '/pages', { status: 'publish' })
  await write('book', '/book', { status: 'publish' })
  await made.send('POST /users/me', { as: 'editor', body: { meta: { persisted_preferences: { a: 1 } } } })
  await made.send('POST /users/me/application-passwords', { as: 'editor', body: { name: 'Phone' } })
  return { ...made, id, posts }
}

const stateOf = async ({ store, posts }: Leaving) => {
  const states: Record<string, string> = {}
  for (const [name, id] of Object.entries(posts)) {
    const post = await postsIn(store).get(id)
    states[name] = post === undefined ? 'gone' : `${post.status} of ${post.author}`
  }
  return states
}

t.test('with `reassign`, the posts go to another user unchanged', async t => {
  const site = await leaving()
  const newAuthor = site.users.get('author')?.id ?? 0
  t.match(await site.send(`DELETE /users/${site.id}?force=true&reassign=${newAuthor}`), {
    status: 200,
    body: { deleted: true, previous: { username: 'editor' } },
  })
  t.same(await stateOf(site), {
    post: `publish of ${newAuthor}`,
    draft: `draft of ${newAuthor}`,
    trashed: `trash of ${newAuthor}`,
    page: `publish of ${newAuthor}`,
    book: `publish of ${newAuthor}`,
  })
})

t.test('with a `reassign` of 0, the posts stay, without an author', async t => {
  const site = await leaving()
  const of = await stateOf(site)
  t.equal((await site.send(`DELETE /users/${site.id}?force=true&reassign=0`)).status, 200)
  const without = Object.entries(of).map(([name, state]) => [name, state.replace(/\d+$/, '0')])
  t.same(await stateOf(site), Object.fromEntries(without))
  t.match(await site.send('GET /posts?status=any&context=edit'), { status: 200 })
})

t.test('without one, posts and pages are trashed, and other posts are deleted', async t => {
  const site = await leaving()
  const told: string[] = []
  site.site.on(postSaved, ({ post, before }) => void told.push(`${before?.status} -> ${post.status}`))
  site.site.on(postDeleted, ({ post }) => void told.push(`${post.title} is gone`))
  t.equal((await site.send(`DELETE /users/${site.id}?force=true&reassign=false`)).status, 200)
  const { id } = site
  t.same(await stateOf(site), {
    post: `trash of ${id}`,
    draft: `trash of ${id}`,
    trashed: 'gone',
    page: `trash of ${id}`,
    book: 'gone',
  })
  t.same(told.toSorted(), ['book is gone', 'draft -> trash', 'publish -> trash', 'publish -> trash', 'trashed is gone'])
})

t.test('data that belongs only to the user is deleted too', async t => {
  const { send, store, id } = await leaving()
  const before = (await metaIn(store).find({})).records.filter(meta => meta.kind === 'user')
  t.match(before, [{ object: id }])
  await send(`DELETE /users/${id}?force=true&reassign=1`)
  t.same(
    (await metaIn(store).find({})).records.filter(meta => meta.kind === 'user'),
    [],
  )
  t.equal(await applicationPasswordsIn(store).count(), 0)
  t.equal(await usersIn(store).get(id), undefined)
})

const failing = (store: Store): Store =>
  withTransactions(store, contents =>
    withCollection(contents, users, () => ({ remove: () => Promise.reject(new Error('the disk is full')) })),
  )

t.test('all of it happens, or nothing', async t => {
  for (const reassign of ['1', 'false']) {
    const site = await leaving({ wrapStore: failing, onError() {} })
    const before = await stateOf(site)
    t.equal((await site.send(`DELETE /users/${site.id}?force=true&reassign=${reassign}`)).status, 500)
    t.same(await stateOf(site), before)
    t.equal(await applicationPasswordsIn(site.store).count(), 1)
  }
})

const REASSIGN: readonly (readonly [string, number, string | undefined])[] = [
  ['', 400, 'rest_missing_callback_param'],
  ['&reassign=nobody', 400, 'rest_invalid_param'],
  ['&reassign=true', 400, 'rest_invalid_param'],
  ['&reassign=1.5', 400, 'rest_invalid_param'],
  ['&reassign[]=1', 400, 'rest_invalid_param'],
  ['&reassign[a]=1', 400, 'rest_invalid_param'],
  ['&reassign=999', 400, 'rest_user_invalid_reassign'],
  ['&reassign=-1', 400, 'rest_user_invalid_reassign'],
  ['&reassign=2', 400, 'rest_user_invalid_reassign'],
  ['&reassign=', 200, undefined],
]

t.test('it must be said who gets the posts', async t => {
  const { send, id } = await leaving()
  t.equal(id, 2)
  for (const [query, status, code] of REASSIGN) {
    const answer = await send(`DELETE /users/${id}?force=true${query}`)
    t.equal(answer.status, status, query)
    t.equal((answer.body as { code?: string }).code, code, query)
  }
})

t.test('`_fields` cuts the response', async t => {
  const { send, id } = await leaving()
  t.same((await send(`DELETE /users/${id}?force=true&reassign=1&_fields=previous.slug,deleted`)).body, {
    deleted: true,
    previous: { slug: 'editor' },
  })
})

t.test('concurrent deletions', async t => {
  const remove = ({ send }: TestSite, id: number, reassign: number, as = 'administrator') =>
    send(`DELETE /users/${id}?force=true&reassign=${reassign}`, { as })
  const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort()

  t.test('is deleted once', async t => {
    const made = await makeSite({})
    const id = made.users.get('editor')?.id ?? 0
    t.same(statuses(await Promise.all([remove(made, id, 1), remove(made, id, 1)])), [200, 404])
  })
  t.test('inherits nothing', async t => {
    const made = await leaving()
    const author = made.users.get('author')?.id ?? 0
    const written = await made.send('POST /posts', { as: 'author', body: { title: 'a', status: 'publish' } })
    const { id } = written.body as { id: number }
    const answers = await Promise.all([remove(made, made.id, 1), remove(made, author, made.id)])
    t.same(statuses(answers), [200, 400])
    t.equal((await postsIn(made.store).get(id))?.author, author)
  })
  t.test('deletes nobody', async t => {
    const made = await makeSite({})
    const first = made.users.get('administrator')?.id ?? 0
    const other = made.users.get('editor')?.id ?? 0
    await made.send(`POST /users/${other}`, { as: 'administrator', body: { roles: ['administrator'] } })
    const answers = await Promise.all([remove(made, other, first), remove(made, first, other, 'editor')])
    t.same(statuses(answers), [200, 403])
    t.equal([await usersIn(made.store).get(first), await usersIn(made.store).get(other)].filter(Boolean).length, 1)
  })
})

const seed = Number(process.env['PLATEN_SEED'] ?? 1)
const sites = 6

const date = '2024-01-01T00:00:00'

/** Stores posts of all kinds, most of them of an editor, and what belongs to them. */
async function fill({ store }: TestSite, choices: Choices, editor: number): Promise<void> {
  const ids: number[] = []
  const pages: number[] = []
  const books: number[] = []
  const terms = await termsIn(store).insertMany(
    ['a', 'b', 'c'].map(slug => ({
      taxonomy: 'category',
      name: slug,
      slug,
      description: '',
      parent: 0,
      group: 0,
      count: 50,
    })),
  )
  const slugs = ['', 'a', 'b', 'a__trashed', '__trashed', '__trashed-2', 'a__trashed-2']
  for (let at = 0; at < 80; at++) {
    const type = choices.pick(['post', 'post', 'page', 'book', 'attachment', 'nav_menu_item'])
    const above = type === 'page' ? pages : type === 'book' ? books : type === 'attachment' ? ids : []
    const status = choices.pick(['publish', 'publish', 'draft', 'private', 'trash'])
    const post = await postsIn(store).insert({
      type,
      status: type === 'attachment' ? 'inherit' : status,
      author: choices.chance(0.75) ? editor : 1,
      date,
      dateGmt: date,
      modified: date,
      modifiedGmt: date,
      slug: type === 'attachment' ? `file-${at}` : choices.pick(slugs),
      title: choices.pick(['One', 'Two']),
      content: choices.pick(['One', 'Two']),
      excerpt: '',
      password: '',
      parent: above.length > 0 && choices.chance(0.6) ? choices.pick(above) : 0,
      menuOrder: 0,
      commentStatus: 'open',
      pingStatus: 'open',
      guid: `https://site.example/?p=${at}`,
      mimeType: type === 'attachment' ? 'image/png' : '',
      commentCount: 0,
    })
    ids.push(post.id)
    // Pages that leave would move those below them meanwhile.
    if (type === 'page' && status !== 'trash') pages.push(post.id)
    if (type === 'book') books.push(post.id)
    await fillPost({ store }, choices, post, ids, terms[choices.below(3)]?.id ?? 0)
  }
  const ofPages = ['page_on_front', 'page_for_posts', 'site_logo']
  for (const option of ofPages) await store.options.set(option, choices.pick(ids))
  await store.options.set('sticky_posts', choices.some(ids, 20))
}

async function fillPost(
  { store }: Pick<TestSite, 'store'>,
  choices: Choices,
  { id, type, title, content }: PostRecord,
  ids: readonly number[],
  term: number,
): Promise<void> {
  const add = (key: string, value: unknown) => metaIn(store).insert({ kind: 'post', object: id, key, value })
  if (choices.chance(0.5)) await assignmentsIn(store).insert({ object: id, term, position: 0 })
  if (choices.chance(0.3)) await add('_thumbnail_id', choices.pick(ids))
  if (choices.chance(0.3)) await add('kept', choices.below(2))
  if (type === 'nav_menu_item') {
    await add('_menu_item_type', choices.pick(['post_type', 'taxonomy']))
    const linked = choices.pick(ids)
    await add('_menu_item_object_id', choices.chance(0.5) ? linked : String(linked))
  }
  const revision = { ...(await postsIn(store).get(id)), type: 'revision', status: 'inherit', parent: id } as PostRecord
  const { id: _id, version: _version, ...fields } = revision
  if ((type === 'post' || type === 'book') && choices.chance(0.5)) {
    const texts = { title, content: choices.chance(0.5) ? content : 'Three' }
    await postsIn(store).insert({ ...fields, ...texts, slug: `${id}-revision-v1`, author: 1 })
  }
  if (choices.chance(0.4))
    await commentsIn(store).insert(
      sampleComment({ post: choices.pick(ids), status: choices.pick(['approved', 'hold']) }),
    )
}

/** Everything that is stored, without versions, and without the ids of what nothing refers to. */
async function contentsOf({ store }: TestSite): Promise<object> {
  const collections: readonly CollectionDefinition[] = [posts, terms, comments, meta, assignments]
  const contents: Record<string, unknown> = {}
  for (const collection of collections) {
    const { name } = collection
    const { records } = await store.collection(collection).find({})
    const nameless = collection === meta || collection === assignments
    const shown = records.map(({ id, version: _version, ...record }) =>
      JSON.stringify(nameless ? record : { id, ...record }),
    )
    contents[name] = nameless ? shown.sort() : shown
  }
  for (const option of ['sticky_posts', 'show_on_front', 'page_on_front', 'page_for_posts', 'site_logo'])
    contents[option] = await store.options.get(option)
  return contents
}

async function open(make: MakeOn, site: number) {
  const made = await make({
    services: { clock: () => Date.UTC(2024, 5, 1) },
    media: { storage: createMemoryStorage({ url: 'https://site.example/files' }) },
    register(site) {
      const supports = ['title', 'editor', 'author', 'revisions']
      site.registerPostType('book', { label: 'Books', public: true, hierarchical: true, supports, revisionsToKeep: 1 })
    },
  })
  const editor = made.users.get('editor')
  if (editor === undefined) throw new Error('There is no editor.')
  await fill(made, randomChoices(seed + site), editor.id)
  const events: string[] = []
  made.site.on(
    postSaved,
    ({ post, before }) => void events.push(`${post.id} ${before?.status} ${post.status} ${post.slug}`),
  )
  made.site.on(postDeleted, ({ post }) => void events.push(`${post.id} deleted as ${post.status} ${post.slug}`))
  return { ...made, editor, events }
}

onEveryStore(t, `posts that go with their author go as they do one by one (SEED=${seed})`, async (t, make) => {
  for (let site = 0; site < sites; site++) {
    const [together, alone] = [await open(make, site), await open(make, site)]
    const reply = await together.send(`DELETE /users/${together.editor.id}?force=true&reassign=false`)
    t.equal(reply.status, 200)

    const { content } = alone.site
    const by = { as: { ...alone.site.system, id: 1 } }
    const own = (await postsIn(alone.store).find({})).records.filter(({ author }) => author === alone.editor.id)
    for (const { id, type, status } of own) {
      if (type === 'attachment') await content.media.delete(id, by)
      else if ((type === 'post' || type === 'page') && status !== 'trash') await content.posts.trash(id, by)
      else if (type !== 'nav_menu_item') await content.posts.delete(id, by)
    }
    t.same(together.events, alone.events, `site ${site}: the same events in the same order`)
    t.same(await contentsOf(together), await contentsOf(alone), `site ${site}: the same is left`)
    if (!t.passing()) break
  }
})
