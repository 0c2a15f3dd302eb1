import type { RestResponse } from '@platen/core'
import { assignmentsIn, metaIn, type PostRecord, postsIn, type TermRecord, termsIn, wherePosts } from '@platen/site'
import { inTransaction, termSaved } from '@platen/site/extend'
import { type ImportedTerm, importTerm, placeTerms } from '@platen/site/import'
import t, { type Test } from 'tap'
import { growsWith } from '../../../growth.js'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

onEveryStore(t, 'two who change a term at once', async (t, make) => {
  const { send, site } = await make()
  const { id, parent } = (await send('POST /categories', { body: { name: 'Old', slug: 'kept' } })).body as TermRecord
  t.equal(parent, 0)
  const told: (string | undefined)[] = []
  site.on(termSaved, ({ term, before }) => void told.push(`${before?.name}:${before?.slug} ${term.name}:${term.slug}`))
  const answers = await Promise.all([
    send(`PUT /categories/${id}`, { body: { name: 'New' } }),
    send(`PUT /categories/${id}`, { body: { slug: '' } }),
  ])
  t.match(answers, [{ status: 200 }, { status: 200, body: { name: 'New', slug: 'new' } }])
  t.match(
    (await send(`GET /categories/${id}`)).body,
    { name: 'New', slug: 'new' },
    'the slug is made of the name that it has',
  )
  t.same(told, ['Old:kept New:kept', 'New:kept New:new'])
})

const idOf = ({ status, body }: RestResponse): number => {
  if (status !== 201) throw new Error(JSON.stringify(body))
  return (body as { id: number }).id
}

const fieldOf = async ({ send }: TestSite, path: string, field: string) =>
  ((await send(`GET ${path}?_fields=${field}`)).body as Record<string, unknown>)[field]

onEveryStore(t, 'deleting a category', async (t: Test, make) => {
  const made = await make({
    register: site => site.registerMeta({ object: 'term', key: 'rank', type: 'integer', single: true }),
  })
  const { send, store } = made
  const category = async (name: string, parent = 0) =>
    idOf(await send('POST /categories', { body: { name, parent, meta: { rank: 1 } } }))
  const post = async (categories: readonly number[], status = 'publish') =>
    idOf(await send('POST /posts', { body: { title: 'x', status, categories } }))
  const top = await category('Top')
  const mid = await category('Mid', top)
  const low = await category('Low', mid)
  const tag = idOf(await send('POST /tags', { body: { name: 'Tag' } }))
  const both = await post([top, mid])
  const only = await post([mid])
  const draft = await post([mid], 'draft')
  await send(`PUT /posts/${only}`, { body: { tags: [tag] } })

  const { status, body } = await send(`DELETE /categories/${mid}?force=true`)
  t.equal(status, 200)
  t.match(body, { deleted: true, previous: { id: mid, name: 'Mid', count: 2, parent: top, meta: { rank: 1 } } })
  t.notOk(Object.hasOwn((body as { previous: object }).previous, '_links'))
  t.equal(await fieldOf(made, `/categories/${low}`, 'parent'), top, 'what was below it moves up')
  t.same(await fieldOf(made, `/posts/${both}`, 'categories'), [top])
  t.same(await fieldOf(made, `/posts/${only}`, 'categories'), [1], 'the default takes its place')
  t.same(await fieldOf(made, `/posts/${draft}`, 'categories'), [1])
  t.equal(await fieldOf(made, '/categories/1', 'count'), 1, 'drafts do not count')
  t.equal(await metaIn(store).count({ op: 'eq', field: 'object', value: mid }), 0)
  t.equal(await assignmentsIn(store).count({ op: 'eq', field: 'term', value: mid }), 0)
  t.equal((await send(`GET /categories/${mid}`)).status, 404)
})

onEveryStore(t, 'posts lose a term of a taxonomy without a default', async (t: Test, make) => {
  const made = await make()
  const tag = idOf(await made.send('POST /tags', { body: { name: 'Tag' } }))
  const post = idOf(await made.send('POST /posts', { body: { title: 'x', status: 'publish', tags: [tag] } }))
  await made.send(`DELETE /tags/${tag}?force=true`)
  t.same(await fieldOf(made, `/posts/${post}`, 'tags'), [])
})

onEveryStore(t, 'a default that is not there is nobody’s', async (t: Test, make) => {
  const made = await make()
  const { send, store } = made
  const category = idOf(await send('POST /categories', { body: { name: 'Kind' } }))
  const post = idOf(await send('POST /posts', { body: { title: 'x', status: 'publish', categories: [category] } }))
  for (const value of [9999, 'x', null, category]) {
    await store.options.set('default_category', value)
    const { status } = await send(`DELETE /categories/${category}?force=true`)
    if (value === category) t.equal(status, 403, 'the default stays')
    else {
      t.equal(status, 200, String(value))
      t.same(await fieldOf(made, `/posts/${post}`, 'categories'), [])
      await termsIn(store).insert({
        id: category,
        taxonomy: 'category',
        name: 'Kind',
        slug: 'kind',
        description: '',
        parent: 0,
        group: 0,
        count: 0,
      })
    }
  }
})

onEveryStore(t, 'a deletion that is based on something else deletes nothing', async (t: Test, make) => {
  const made = await make()
  const { send } = made
  const id = idOf(await send('POST /tags', { body: { name: 'Tag' } }))
  const { ETag: old = '' } = (await send(`GET /tags/${id}`)).headers
  await send(`PUT /tags/${id}`, { body: { description: 'Changed' } })
  const refused = await send(`DELETE /tags/${id}?force=true`, { headers: { 'if-match': old } })
  t.equal(refused.status, 412)
  const { ETag: now = '' } = (await send(`GET /tags/${id}`)).headers
  t.equal((await send(`DELETE /tags/${id}?force=true`, { headers: { 'if-match': now } })).status, 200)
})

onEveryStore(t, 'terms that are deleted at the same time', async (t: Test, make) => {
  const made = await make({})
  const { send, store } = made
  const category = async (name: string, parent = 0) => idOf(await send('POST /categories', { body: { name, parent } }))
  const remove = (id: number) => send(`DELETE /categories/${id}?force=true`)
  const statuses = (answers: readonly RestResponse[]) => answers.map(({ status }) => status).sort()

  const top = await category('Top')
  const mid = await category('Mid', top)
  const low = await category('Low', mid)
  t.same(statuses(await Promise.all([remove(top), remove(mid)])), [200, 200])
  t.equal((await termsIn(store).get(low))?.parent, 0, 'nothing is below what is gone')
  t.same(statuses(await Promise.all([remove(low), remove(low)])), [200, 404])

  const next = await category('Next')
  const [chosen, removed] = await Promise.all([
    send('POST /settings', { body: { default_category: next } }),
    remove(next),
  ])
  t.equal(chosen.status, 200)
  t.equal(removed.status, 403, 'what has become the default stays')
})

const importOne = (made: TestSite, given: Partial<ImportedTerm>) =>
  inTransaction(made.site.context, tx =>
    importTerm(tx, made.site.system, { taxonomy: 'category', slug: '', name: '', ...given }),
  )
const place = (made: TestSite, links: readonly { readonly id: number; readonly parent: number }[]) =>
  inTransaction(made.site.context, tx => placeTerms(tx, made.site.system, links))
const importTermsIdOf = async (made: TestSite, given: Partial<ImportedTerm>) =>
  (await importOne(made, given))?.term.id ?? 0

onEveryStore(t, 'terms of another site', async (t, make) => {
  const made = await make()
  const saved: TermRecord[] = []
  made.site.on(termSaved, ({ term }) => void saved.push(term))
  const herbs = { slug: 'Herbs', name: ' Fine <b>herbs</b> ', description: 'a<script>', meta: [{ key: 'k', value: 1 }] }
  const first = await importOne(made, herbs)
  t.match(first, { isNew: true, term: { slug: 'herbs', name: 'Fine herbs', description: 'a', parent: 0 } })
  t.match((await metaIn(made.store).find({})).records, [{ kind: 'term', object: first?.term.id, key: 'k', value: 1 }])
  t.match(await importOne(made, herbs), { isNew: false, term: { id: first?.term.id } }, 'by the slug')
  t.match(await importOne(made, { name: 'fine HERBS' }), { isNew: false, term: { id: first?.term.id } }, 'by the name')
  t.match(await importOne(made, { ...herbs, taxonomy: 'post_tag' }), { isNew: true, term: { slug: 'herbs' } })
  t.match(await importOne(made, { slug: 'x', name: '<i></i>' }), { isNew: true, term: { name: 'x' } })
  t.match(await importOne(made, { taxonomy: 'colour', name: 'Red' }), { isNew: true, term: { taxonomy: 'colour' } })
  t.equal(await importOne(made, { name: '!' }), undefined, 'nothing names it')
  t.equal(saved.length, 4)
})

onEveryStore(t, 'parents of terms', async (t, make) => {
  const made = await make()
  const ids = [
    await importTermsIdOf(made, { name: 'a' }),
    await importTermsIdOf(made, { name: 'b' }),
    await importTermsIdOf(made, { name: 'c' }),
  ] as const
  const [a, b, c] = ids
  await place(made, [
    { id: a, parent: b },
    { id: b, parent: a },
    { id: c, parent: a },
  ])
  t.match(await termsIn(made.store).get(a), { parent: b })
  t.match(await termsIn(made.store).get(b), { parent: 0 }, 'loops are cut')
  t.match(await termsIn(made.store).get(c), { parent: a })
  const tags = [
    await importTermsIdOf(made, { taxonomy: 'post_tag', name: 'd' }),
    await importTermsIdOf(made, { taxonomy: 'post_tag', name: 'e' }),
  ]
  await place(made, [{ id: tags[0] ?? 0, parent: tags[1] ?? 0 }])
  t.match(await termsIn(made.store).get(tags[0] ?? 0), { parent: 0 }, 'tags have none')
})

t.test('who may not import', async t => {
  const made = await makeSite()
  const editor = made.site.principalOf(made.users.get('editor'))
  const refused = { code: 'rest_cannot_import' }
  const term = { taxonomy: 'category', slug: 'a', name: 'a' }
  await t.rejects(
    inTransaction(made.site.context, tx => importTerm(tx, editor, term)),
    refused,
  )
  await t.rejects(
    inTransaction(made.site.context, tx => placeTerms(tx, editor, [])),
    refused,
  )
})

onEveryStore(t, 'published objects of the taxonomy’s types count', async (t: Test, make) => {
  const { send, store } = await make({
    register(site) {
      site.registerTaxonomy('topic', { label: 'Topics', objectTypes: ['post', 'attachment'] })
      site.registerPostType('book', { label: 'Books', taxonomies: ['topic'] })
    },
  })
  const create = async (path: string, body: object) => {
    const answer = await send(`POST ${path}`, { body })
    t.equal(answer.status, 201, path)
    return (answer.body as { id: number }).id
  }
  const busy = await create('/topic', { name: 'Busy' })
  const live = await create('/posts', { title: 'Live', status: 'publish' })
  const draft = await create('/posts', { title: 'Draft', status: 'draft', topic: [busy] })
  const file = async (parent: number) => {
    const { records } = await postsIn(store).find({ where: wherePosts.eq('id', live) })
    const [{ id: _id, ...post }] = records as [PostRecord]
    return (await postsIn(store).insert({ ...post, type: 'attachment', status: 'inherit', parent })).id
  }
  const page = await create('/pages', { title: 'Page', status: 'publish' })
  for (const object of [page, await file(0), await file(live), await file(draft), 4711])
    await assignmentsIn(store).insert({ object, term: busy, position: 0 })
  const steps: readonly (readonly [request: string, body: object, count: number, why: string])[] = [
    [`PUT /posts/${live}`, { topic: [busy] }, 3, 'the post, its file and the loose file'],
    ['POST /posts', { title: 'x', status: 'private', topic: [busy] }, 3, 'not what is private'],
    ['POST /book', { title: 'Book', status: 'publish', topic: [busy] }, 4, 'a type that names the taxonomy'],
    [`PUT /posts/${draft}`, { status: 'publish' }, 6, 'a draft that is published, and its file'],
    [`PUT /posts/${live}`, { topic: [] }, 5, 'taken off'],
    [`DELETE /posts/${draft}`, {}, 3, 'moved to the trash'],
  ]
  for (const [request, body, count, why] of steps) {
    await send(request, { body })
    t.equal((await termsIn(store).get(busy))?.count, count, why)
  }
  const before = await termsIn(store).get(busy)
  await send(`PUT /posts/${live}`, { body: { topic: [] } })
  t.same(await termsIn(store).get(busy), before, 'a count that is right is left alone')
})

const NONE = 'empty_term_name'

const NAMES: readonly (readonly [given: string, stored: string])[] = [
  ['Plain', 'Plain'],
  ['0', '0'],
  ['  padded \n\t name  ', 'padded name'],
  ['Salt & Pepper', 'Salt &amp; Pepper'],
  ['Salt &amp; Pepper', 'Salt &amp; Pepper'],
  ['R&D;', 'R&amp;D;'],
  ['&copy; &#39; &#x27;', '&copy; &#039; &#x27;'],
  ['"quoted" \'single\'', '"quoted" \'single\''],
  ['back\\slash', 'back\\slash'],
  ['<em>Slanted</em> text', 'Slanted text'],
  ['<script>alert(1)</script>x', 'x'],
  ['<STYLE type="a">p{}</style>y', 'y'],
  ['<script>open', 'open'],
  ['a<!-- c -->b', 'ab'],
  ['a<!-- b', 'a&lt;!-- b'],
  ['<img alt=">" src=x onerror=alert(1)>img', 'img'],
  ['a < b', 'a &lt; b'],
  ['5 > 3 <', '5 &gt; 3 &lt;'],
  ['<b', '&lt;b'],
  ['&lt;b&gt;c</b>', '&lt;b&gt;c'],
  ['100% of %41 %zz', '100% of %zz'],
  ['%%4141 d', 'd'],
  ['bell\u0007 nul\u0000 unit\u001f', 'bell nul unit'],
  ['Émile “quoted” 🎈', 'Émile “quoted” 🎈'],
  ['<b></b>', NONE],
  [' \n ', NONE],
]

const { send } = await makeSite()
const { id } = (await send('POST /tags', { body: { name: 'Tag' } })).body as { id: number }

/** The name that a term has after it was given one, or the code of the refusal. */
async function named(name: string): Promise<string | undefined> {
  const { body } = await send(`PUT /tags/${id}`, { body: { name } })
  const { name: stored, code } = body as { name?: string; code?: string }
  return stored ?? code
}

for (const [given, stored] of NAMES) {
  t.test(JSON.stringify(given), async t => {
    t.equal(await named(given), stored)
    if (stored !== NONE) t.equal(await named(stored), stored, 'what was read can be sent back')
  })
}

t.test('long names of brackets and marks are read in linear time', async t => {
  for (const piece of ['<script', '<script>', '<!--', '<a"', "<a'", '%', '%%41', '&#', '<b '])
    t.equal(await growsWith(piece, named, 50_000 * piece.length), undefined, piece)
})

t.test('a post loads all of its terms, so that descriptions have a limit', async t => {
  const tooLong = { description: '🎈'.repeat(65_536) }
  t.match(await send(`PUT /tags/${id}`, { body: tooLong }), { status: 400, body: { code: 'rest_invalid_param' } })
  t.match(await send('POST /tags', { body: { name: 'Long', ...tooLong } }), {
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { description: String } } },
  })
  const longest = { description: '🎈'.repeat(65_535) }
  t.match(await send(`PUT /tags/${id}`, { body: longest }), { status: 200, body: longest })
})
