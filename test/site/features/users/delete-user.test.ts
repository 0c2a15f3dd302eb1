import { applicationPasswordsIn, metaIn, postsIn, users, usersIn } from '@platen/site'
import { postDeleted, postSaved } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import t from 'tap'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'
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
