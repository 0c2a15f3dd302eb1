import type { RestResponse } from '@platen/core'
import { assignmentsIn, type PostRecord, postsIn, type TermRecord, termsIn } from '@platen/site'
import type { NewRecord, StoreSession } from '@platen/storage'
import t, { type Test } from 'tap'
import { onEveryStore, twoProcesses } from '../site/every-store.js'
import { recordOf } from '../site/features/posts/counting-site.js'
import type { TestSite } from '../site/make-site.js'

/** Deeper than anybody nests. */
const DEPTH = 1200

const page = (changes: Partial<PostRecord>): NewRecord<PostRecord> => recordOf('page', { type: 'page', ...changes })
const category = (changes: Partial<TermRecord>): NewRecord<TermRecord> => ({
  taxonomy: 'category',
  name: 'Term',
  slug: 'term',
  description: '',
  parent: 0,
  group: 0,
  count: 0,
  ...changes,
})

const parentOf = ({ body }: RestResponse) => (body as { readonly parent: number }).parent

/** Whether a chain of parents comes to an end. */
async function ends(get: (id: number) => Promise<{ readonly parent: number } | undefined>, from: number) {
  const passed = new Set<number>()
  for (let id = from; id !== 0; id = (await get(id))?.parent ?? 0) {
    if (passed.has(id)) return false
    passed.add(id)
  }
  return true
}

async function deepPages(contents: StoreSession): Promise<readonly number[]> {
  const ids: number[] = []
  for (let parent = 0; ids.length < DEPTH; ids.push(parent))
    parent = (await postsIn(contents).insert(page({ parent }))).id
  return ids
}

async function deepTerms(contents: StoreSession): Promise<readonly number[]> {
  const ids: number[] = []
  for (let parent = 0; ids.length < DEPTH; ids.push(parent))
    parent = (
      await termsIn(contents).insert(category({ parent, name: `Level ${ids.length}`, slug: `level-${ids.length}` }))
    ).id
  return ids
}

onEveryStore(t, 'a loop of parents becomes parent 0, however deep', async (t, make) => {
  const { send, store } = await make()
  const at = (ids: readonly number[], place: number) => ids.at(place) as number
  const pages = await store.transaction(deepPages)
  const terms = await store.transaction(deepTerms)
  for (const [path, ids] of [
    ['/pages', pages],
    ['/categories', terms],
  ] as const) {
    for (const [child, parent] of [
      [at(ids, 0), at(ids, -1)],
      [at(ids, 5), at(ids, 5)],
      [at(ids, 7), at(ids, 8)],
    ] as const) {
      const answer = await send(`PUT ${path}/${child}?_fields=parent`, { body: { parent } })
      t.equal(parentOf(answer), 0, `${path}: ${child} below ${parent}`)
    }
    const free = await send(`PUT ${path}/${at(ids, -1)}?_fields=parent`, { body: { parent: at(ids, 0) } })
    t.equal(parentOf(free), at(ids, 0), 'what makes no loop stays')
  }
})

onEveryStore(t, 'a file is not attached to what is below it', async (t, make) => {
  const { send, store } = await make({
    register: site => site.registerPostType('chapter', { hierarchical: true, restBase: 'chapters' }),
  })
  const file = await postsIn(store).insert(recordOf('file', { type: 'attachment', status: 'inherit' }))
  const chapter = await send('POST /chapters', { body: { title: 'One', status: 'publish', parent: file.id } })
  t.equal(parentOf(chapter), file.id)
  const { id } = chapter.body as { id: number }
  t.match(await send(`PUT /media/${file.id}`, { body: { post: id } }), { status: 200, body: { post: null } })
})

async function refusesLoops(t: Test, { store }: TestSite, answers: readonly RestResponse[], ids: readonly number[]) {
  for (const { status } of answers) t.ok(status === 200 || status === 207, String(status))
  for (const id of ids) t.ok(await ends(each => postsIn(store).get(each), id), `the chain above ${id} ends`)
}

onEveryStore(t, 'loops made by several changes at once, or by a batch', async (t, make) => {
  const made = await make()
  const { send, store } = made
  const [one, two, three] = await postsIn(store).insertMany([page({}), page({}), page({})])
  const ids = [one?.id ?? 0, two?.id ?? 0, three?.id ?? 0]
  const below = (child: number, parent: number) => send(`PUT /pages/${ids[child]}`, { body: { parent: ids[parent] } })
  await refusesLoops(t, made, await Promise.all([below(0, 1), below(1, 2), below(2, 0)]), ids)
  for (const id of ids) await postsIn(store).update(id, { parent: 0 })
  const put = (child: number, parent: number) => ({
    method: 'PUT',
    path: `/cms/v2/pages/${ids[child]}`,
    body: { parent: ids[parent] },
  })
  const batch = await send('POST //batch/v1', { body: { requests: [put(0, 1), put(1, 2), put(2, 0)] } })
  await refusesLoops(t, made, [batch], ids)
})

t.test('loops made by two processes at once', async t => {
  const [one, other] = await twoProcesses(t)
  for (let round = 0; round < 5; round++) {
    const [a, b] = await postsIn(one.store).insertMany([page({}), page({})])
    const [x, y] = [a?.id ?? 0, b?.id ?? 0]
    const answers = await Promise.all([
      one.send(`PUT /pages/${x}`, { body: { parent: y } }),
      other.send(`PUT /pages/${y}`, { body: { parent: x } }),
    ])
    await refusesLoops(t, one, answers, [x, y])
  }
})

const READERS = [
  'GET /pages?context=edit',
  'GET /pages?orderby=parent',
  'GET /pages/PAGE?context=edit',
  'GET /pages/SELF',
  'GET /search?search=page',
  'GET /media?context=edit',
  'GET /categories?hide_empty=true&context=edit',
  'GET /categories/TERM',
  'GET /categories/ALONE',
  'GET /posts?categories[terms]=TERM&categories[include_children]=true',
  'GET /posts?categories_exclude[terms]=ALONE&categories_exclude[include_children]=true',
  'GET /posts',
]

onEveryStore(t, 'loops that are stored hang no reader, and end with what is deleted', async (t, make) => {
  const { send, store } = await make()
  const [first, second, third, self] = await postsIn(store).insertMany([page({}), page({}), page({}), page({})])
  const [up, down, alone] = await termsIn(store).insertMany(
    ['up', 'down', 'alone'].map(slug => category({ slug, name: slug, count: 1 })),
  )
  const ids = { PAGE: first?.id ?? 0, SELF: self?.id ?? 0, TERM: up?.id ?? 0, ALONE: alone?.id ?? 0 }
  const [middle, last, below] = [second?.id ?? 0, third?.id ?? 0, down?.id ?? 0]
  await postsIn(store).update(ids.PAGE, { parent: middle })
  await postsIn(store).update(middle, { parent: last })
  await postsIn(store).update(last, { parent: ids.PAGE })
  await postsIn(store).update(ids.SELF, { parent: ids.SELF })
  await termsIn(store).update(ids.TERM, { parent: below })
  await termsIn(store).update(below, { parent: ids.TERM })
  await termsIn(store).update(ids.ALONE, { parent: ids.ALONE })
  await postsIn(store).insert(recordOf('file', { type: 'attachment', status: 'inherit', parent: ids.PAGE }))
  const post = await postsIn(store).insert(recordOf('post', {}))
  await assignmentsIn(store).insert({ object: post.id, term: below, position: 0 })
  await store.options.set('permalink_structure', '/%category%/%postname%/')
  for (const reader of READERS) {
    const request = reader.replace(/[A-Z]{4,}/g, name => String(ids[name as keyof typeof ids]))
    t.equal((await send(request)).status, 200, request)
  }
  t.equal((await send(`DELETE /pages/${middle}?force=true`)).status, 200)
  t.equal((await send(`DELETE /pages/${ids.SELF}?force=true`)).status, 200)
  t.equal((await send(`DELETE /categories/${below}?force=true`)).status, 200)
  for (const id of [ids.PAGE, last]) t.ok(await ends(each => postsIn(store).get(each), id), 'pages')
  t.ok(await ends(each => termsIn(store).get(each), ids.TERM), 'terms')
})
