import { metaIn, type PostRecord } from '@platen/site'
import { revisionDeleted } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { countingSite } from '../posts/counting-site.js'

type Shown = Readonly<Record<string, unknown>> & { readonly id: number }

/** A published post that was changed once for each text. */
async function changedPost({ send }: TestSite, texts: readonly string[], list = '/posts'): Promise<number> {
  const { body } = await send(`POST ${list}`, { body: { title: 'First', content: 'zero', status: 'publish' } })
  const { id } = body as Shown
  for (const content of texts) await send(`PUT ${list}/${id}`, { body: { content } })
  return id
}

const idsOf = (body: unknown) => (body as readonly Shown[]).map(({ id }) => id)

onEveryStore(t, 'a list is paged, ordered, filtered and searched', async (t, make) => {
  const made = await make()
  const { send } = made
  const post = await changedPost(made, ['one apple', 'two', 'three apple', 'four'])
  await changedPost(made, ['another apple'])
  const path = `/posts/${post}/revisions`
  const all = idsOf((await send(`GET ${path}?orderby=id&order=asc`)).body)
  const [a, b, c, d] = all
  const rows: readonly (readonly [query: string, ids: readonly unknown[], total: string, pages: string])[] = [
    ['', [d, c, b, a], '4', '1'],
    ['?order=asc', [a, b, c, d], '4', '1'],
    ['?per_page=3', [d, c, b], '4', '2'],
    ['?per_page=3&page=2', [a], '4', '2'],
    ['?per_page=2&offset=3', [a], '4', '2'],
    ['?offset=1', [c, b, a], '4', '1'],
    [`?include=${b},${d}`, [d, b], '2', '1'],
    [`?include=${b},${d},${a}&orderby=include`, [b, d, a], '3', '1'],
    [`?exclude=${d}`, [c, b, a], '3', '1'],
    ['?search=apple', [c, a], '2', '1'],
    ['?search=nothing', [], '0', '0'],
    ['?search=nothing&page=5', [], '0', '0'],
  ]
  for (const [query, expected, total, pages] of rows) {
    const { status, body, headers } = await send(`GET ${path}${query}`)
    t.equal(status, 200, query)
    t.same(idsOf(body), expected, query)
    t.same([headers['X-CMS-Total'], headers['X-CMS-TotalPages']], [total, pages], query)
  }
  const refusals: readonly (readonly [query: string, code: string])[] = [
    ['?per_page=2&page=3', 'rest_revision_invalid_page_number'],
    ['?page=2', 'rest_revision_invalid_page_number'],
    ['?offset=4', 'rest_revision_invalid_offset_number'],
    ['?orderby=relevance', 'rest_no_search_term_defined'],
    ['?orderby=include', 'rest_orderby_include_missing_include'],
    ['?orderby=modified', 'rest_invalid_param'],
    ['?per_page=101', 'rest_invalid_param'],
  ]
  for (const [query, code] of refusals) {
    const { status, body } = await send(`GET ${path}${query}`)
    t.match({ status, body }, { status: 400, body: { code } }, query)
  }
})

t.test('who may edit the post reads its revisions', async t => {
  const made = await makeSite()
  const { send, users, site } = made
  const post = await changedPost(made, ['one'])
  await send(`PUT /posts/${post}`, { body: { author: users.get('author')?.id } })
  const [revision] = idsOf((await send(`GET /posts/${post}/revisions`)).body)
  const permitted = { administrator: 200, editor: 200, author: 200, contributor: 403, subscriber: 403, anonymous: 401 }
  for (const [as, status] of Object.entries(permitted)) {
    for (const path of [`/posts/${post}/revisions`, `/posts/${post}/revisions/${revision}`]) {
      const reply = await send(`GET ${path}`, { as })
      t.equal(reply.status, status, `${as} ${path}`)
      if (status !== 200) t.match(reply.body, { code: 'rest_cannot_read' })
    }
    const user = users.get(as)
    const by = { as: site.principalOf(user) }
    t.equal((await site.content.revisions.list(post, by)).length, status === 200 ? 1 : 0)
    t.equal((await site.content.revisions.get(Number(revision), by))?.id, status === 200 ? revision : undefined)
  }
})

t.test('a revision is only available below its post', async t => {
  const made = await makeSite()
  const { send } = made
  const post = await changedPost(made, ['one'])
  const other = await changedPost(made, [])
  const page = await changedPost(made, ['one'], '/pages')
  const [revision] = idsOf((await send(`GET /posts/${post}/revisions`)).body)
  const rows: readonly (readonly [path: string, code: string])[] = [
    [`/posts/${other}/revisions/${revision}`, 'rest_revision_parent_id_mismatch'],
    [`/posts/${post}/revisions/${post}`, 'rest_post_invalid_id'],
    [`/posts/${post}/revisions/99999`, 'rest_post_invalid_id'],
    [`/posts/${post}/revisions/99999999999999999999`, 'rest_post_invalid_id'],
    [`/posts/99999/revisions/${revision}`, 'rest_post_invalid_parent'],
    [`/posts/${page}/revisions`, 'rest_post_invalid_parent'],
    [`/posts/${revision}`, 'rest_post_invalid_id'],
    [`/posts/${revision}/revisions`, 'rest_post_invalid_parent'],
  ]
  for (const [path, code] of rows) {
    const { status, body } = await send(`GET ${path}`)
    t.match({ status, body }, { status: 404, body: { code } }, path)
  }
})

onEveryStore(t, 'only a role with the capability deletes revisions', async (t, make) => {
  const made = await make({
    register: site =>
      site.use({
        name: 'deletion of revisions',
        capabilities: { editor: ['delete_revisions'], author: ['delete_revisions'] },
      }),
  })
  const { send, store } = made
  const post = await changedPost(made, ['one', 'two'])
  const [revision] = idsOf((await send(`GET /posts/${post}/revisions`)).body)
  const path = `/posts/${post}/revisions/${revision}`
  for (const as of ['administrator', 'author', 'subscriber', 'anonymous']) {
    const { status, body } = await send(`DELETE ${path}?force=true`, { as })
    t.match({ status, body }, { status: as === 'anonymous' ? 401 : 403, body: { code: 'rest_cannot_delete' } }, as)
  }
  t.match(await send(`DELETE ${path}`, { as: 'editor' }), { status: 501, body: { code: 'rest_trash_not_supported' } })
  t.match(await send(`DELETE /posts/${post}/revisions/99999?force=true`, { as: 'editor' }), { status: 404 })
  await metaIn(store).insert({ kind: 'post', object: Number(revision), key: 'kept', value: 'x' })
  const { status, body } = await send(`DELETE ${path}?force=true`, { as: 'editor' })
  t.match({ status, body }, { status: 200, body: { deleted: true, previous: { id: revision } } })
  t.equal((await send(`GET ${path}`)).status, 404)
  t.equal(await metaIn(store).count(), 0, 'its meta is gone too')
  t.equal((await send(`GET /posts/${post}/revisions`)).headers['X-CMS-Total'], '1')
})

t.test('a deletion in process emits its event, and does not change posts', async t => {
  const made = await makeSite()
  const { site } = made
  const deleted: number[] = []
  site.on(revisionDeleted, ({ revision }) => void deleted.push(revision.id))
  const post = await changedPost(made, ['one'])
  const [revision] = (await site.content.revisions.list(post, { as: site.system })) as readonly [PostRecord]
  await t.rejects(site.content.revisions.delete(post, { as: site.system }), { code: 'rest_post_invalid_id' })
  await t.rejects(site.content.revisions.delete(revision.id, { as: site.principalOf(undefined) }), {
    code: 'rest_cannot_delete',
  })
  t.equal((await site.content.revisions.delete(revision.id, { as: site.system })).id, revision.id)
  t.same(deleted, [revision.id])
})

t.test('the supports of a type determine its routes, and its fields their output', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerPostType('note', { public: true, restBase: 'notes', supports: ['title', 'revisions'] })
      site.registerPostType('memo', { public: true, restBase: 'memos', supports: ['title', 'editor'] })
      site.registerField('note-revision', 'length', {
        schema: { type: 'integer' },
        get: ({ title }: PostRecord) => title.length,
      })
    },
  })
  const { id } = (await send('POST /notes', { body: { title: 'First', status: 'publish' } })).body as Shown
  await send(`PUT /notes/${id}`, { body: { title: 'Second' } })
  const { body } = await send(`GET /notes/${id}/revisions`)
  t.match(body, [{ title: { rendered: 'Second' }, slug: `${id}-revision-v1`, parent: id, length: 6 }])
  t.notOk((body as readonly Shown[])[0]?.['content'], 'the type has no content')
  t.match((await send(`OPTIONS /notes/${id}/revisions`)).body, { schema: { title: 'note-revision' } })
  t.match(await send('GET /memos/1/revisions'), { status: 404, body: { code: 'rest_no_route' } })
})

t.test('a list costs the same statements whatever its length', async t => {
  const made = await countingSite(t)
  const post = await changedPost(
    made,
    Array.from({ length: 30 }, (_, i) => `text ${i}`),
  )
  for (const context of ['view', 'edit', 'embed']) {
    const path = `/posts/${post}/revisions?context=${context}`
    const counted: number[] = []
    for (const length of [1, 10, 30]) counted.push(await made.statements(`GET ${path}&per_page=${length}`))
    const [one = 0] = counted
    t.same(counted, [one, one, one], `${context}: ${one}`)
    t.ok(one <= 5, `${context}: ${one} statements`)
  }
})

t.test('a revision is created if the texts differ from the latest one, ignoring white space', async t => {
  const { send } = await makeSite()
  const { body } = await send('POST /posts', { body: { title: 'T', content: 'a b', status: 'draft' } })
  const { id } = body as Shown
  const count = async () => ((await send(`GET /posts/${id}/revisions`)).body as readonly Shown[]).length
  const rows: readonly (readonly [changes: object, count: number])[] = [
    [{ content: 'a  b' }, 1],
    [{ content: ' a\t b\n' }, 1],
    [{ content: 'a\nb' }, 2],
    [{ content: 'a\r\n\r\nb' }, 2],
    [{ content: 'a\n \nb' }, 3],
    [{ title: ' T', excerpt: '\t' }, 3],
    [{ title: 'U' }, 4],
    [{ title: 'U', content: '\u00a0a\nb' }, 5],
  ]
  for (const [changes, expected] of rows) {
    await send(`PUT /posts/${id}`, { body: changes })
    t.equal(await count(), expected, JSON.stringify(changes))
  }
  await send(`POST /posts/${id}/autosaves`, { body: { content: 'saved in place' } })
  const { body: saved } = await send(`GET /posts/${id}?context=edit`)
  t.match(saved, { content: { raw: 'saved in place' } })
  await send(`PUT /posts/${id}`, { body: { content: '\u00a0a\nb' } })
  t.equal(await count(), 5, 'back at the latest revision')
  await send(`PUT /posts/${id}`, { body: { content: 'saved in place' } })
  t.equal(await count(), 6)
})
