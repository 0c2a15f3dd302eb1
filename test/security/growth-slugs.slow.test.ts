import { createMemoryStore } from '@platen/memory'
import { posts, postsIn, termsIn, usersIn } from '@platen/site'
import { freeUserSlug, uniqueSlug } from '@platen/site/operations'
import type { Store, StoreSession } from '@platen/storage'
import t, { type Test } from 'tap'
import { recordOf } from '../site/features/posts/counting-site.js'
import { makeSite } from '../site/make-site.js'
import { openNewFile } from '../site/sqlite-file.js'
import { withCollection, withTransactions } from '../site/with-collection.js'

t.setTimeout(280_000)

const folder = t.testdir()

/** A site whose statements are counted. */
async function open(t: Test, name: string) {
  const statements: string[] = []
  const store = await openNewFile(`${folder}/${name}.sqlite`, { onStatement: sql => statements.push(sql) })
  t.teardown(() => store.close())
  return { ...(await makeSite({ store })), statements }
}

const slugOf = (title: string, number: number) => (number === 1 ? title : `${title}-${number}`)
const fill = (store: Store, count: number, changes: Parameters<typeof recordOf>[1] = {}) =>
  postsIn(store).insertMany(
    Array.from({ length: count }, (_, i) =>
      recordOf('same', { slug: slugOf('same', i + 1), title: 'Same', ...changes }),
    ),
  )

const create = { body: { title: 'Same', status: 'publish' } }

t.test('statements do not depend on how many have the same name', async t => {
  const sites = [await crowded(t, 200), await crowded(t, 800)]
  for (const [what, request, asking] of [
    ['creating a post', 'POST /posts', create],
    ['creating a page', 'POST /pages', create],
    ['creating a draft', 'POST /posts', { body: { title: 'Same' } }],
    ['creating a tag', 'POST /tags', (name: string) => ({ body: { name, slug: 'same' } })],
    ['a list of drafts', 'GET /posts?status=draft&context=edit&per_page=100', {}],
  ] as const) {
    const counts: number[] = []
    for (const { send, statements } of sites) {
      const options = (name: string) => (typeof asking === 'function' ? asking(name) : asking)
      await send(request, options('One'))
      statements.length = 0
      const { status } = await send(request, options('Another'))
      t.ok(status < 300)
      counts.push(statements.length)
    }
    const [few = 0, many = 0] = counts
    // A further look is one statement at most, for the slug that it gets and for the one that it would get.
    t.ok(many - few <= 2, `${what}: ${few} and ${many} statements`)
  }
})

/** A site with the given number of posts, pages and tags with the same name. */
async function crowded(t: Test, taken: number) {
  const made = await open(t, String(taken))
  await fill(made.store, taken)
  await fill(made.store, taken, { type: 'page' })
  await fill(made.store, 30, { status: 'draft', slug: '' })
  await termsIn(made.store).insertMany(
    Array.from({ length: taken }, (_, i) => ({
      taxonomy: 'post_tag',
      name: `Same ${i}`,
      slug: slugOf('same', i + 1),
      description: '',
      parent: 0,
      group: 0,
      count: 0,
    })),
  )
  return made
}

/** What a site has its store look at: queries, the values that they name, and the records that come. */
interface Work {
  queries: number
  named: number
  records: number
}

/** A store that counts what it is found. */
function counted(store: Store): { readonly store: Store; readonly work: Work } {
  const work: Work = { queries: 0, named: 0, records: 0 }
  const note = (where: unknown) => {
    work.queries++
    work.named += JSON.stringify(where ?? '').split(',').length
  }
  const withPosts = <S extends StoreSession>(contents: S): S =>
    withCollection(contents, posts, inner => ({
      async find(query) {
        note(query.where)
        const found = await inner.find(query)
        work.records += found.records.length
        return found
      },
      async count(where) {
        note(where)
        return inner.count(where)
      },
      async distinct(field, where) {
        note(where)
        return inner.distinct(field, where)
      },
    }))
  return { work, store: withTransactions(withPosts(store), withPosts) }
}

const stores: Readonly<Record<string, { openStore: (t: Test) => Promise<Store>; sizes: readonly number[] }>> = {
  memory: { openStore: async () => createMemoryStore(), sizes: [20, 200, 800, 2000, 20_000] },
  SQLite: { openStore: t => openNewFile(`${t.testdir()}/site.sqlite`), sizes: [20, 800, 5000] },
}

for (const [kind, { openStore, sizes }] of Object.entries(stores)) {
  t.test(`creating one more of ${sizes.at(-1)} of one title names a few of their slugs (${kind})`, async t => {
    const all: Work[] = []
    for (const taken of sizes) {
      const inner = await openStore(t)
      const { store, work } = counted(inner)
      const { send } = await makeSite({ store })
      await fill(inner, taken)
      await send('POST /posts', create)
      Object.assign(work, { queries: 0, named: 0, records: 0 })
      const { body } = await send('POST /posts', create)
      t.match(body, { slug: `same-${taken + 2}` })
      all.push({ ...work })
      // For the slug that it gets, and for the one that it would get.
      t.ok(work.named <= 2 * 320, `${taken} taken, ${work.named} values named`)
      t.ok(work.records <= 5, `${work.records} records`)
      await inner.close()
    }
    const queries = all.map(work => work.queries)
    t.ok(Math.max(...queries) - Math.min(...queries) <= 2 * 4, queries.join())
  })

  t.test(`doubles and gaps do not make up for each other (${kind})`, async t => {
    const store = await openStore(t)
    const { site } = await makeSite({ store })
    const taken = await fill(store, 400)
    const request = { id: 0, slug: 'same', type: 'post', parent: 0 }
    const next = () => uniqueSlug(site.context, store, request)
    t.equal(await next(), 'same-401')
    for (const [at, double, gap] of [
      [127, 'same-60', 'same-128'],
      [49, 'same-60', 'same-50'],
      [29, 'same-300', 'same-30'],
      [19, 'same-21', 'same-20'],
      [0, 'same-400', 'same'],
    ] as const) {
      await postsIn(store).update(taken[at]?.id ?? 0, { slug: double })
      t.equal(await next(), gap, `${gap} is free, and ${double} is taken twice`)
    }
    await store.close()
  })

  t.test(`numbers that are taken far off cost nothing (${kind})`, async t => {
    const inner = await openStore(t)
    const { store, work } = counted(inner)
    const { site } = await makeSite({ store })
    const numbers = [
      ...Array.from({ length: 20 }, (_, i) => i + 1),
      ...Array.from({ length: 25 }, (_, i) => 21 * 2 ** i),
    ]
    await postsIn(inner).insertMany(numbers.map(number => recordOf('same', { slug: slugOf('same', number) })))
    Object.assign(work, { queries: 0, named: 0, records: 0 })
    t.equal(await uniqueSlug(site.context, store, { id: 0, slug: 'same', type: 'post', parent: 0 }), 'same-22')
    t.ok(work.named < 300, `${work.named}`)
    await inner.close()
  })
}

t.test('the lowest free number among the first 128, whatever is taken', async t => {
  const { site, store } = await open(t, 'lowest')
  const taken = await fill(store, 500)
  const request = { id: 0, slug: 'same', type: 'post', parent: 0 }
  const next = (changes: Partial<typeof request> = {}) => uniqueSlug(site.context, store, { ...request, ...changes })
  t.equal(await next(), 'same-501')
  t.equal(await next({ id: taken[100]?.id ?? 0 }), 'same-101', 'its own')
  t.equal(await next({ type: 'attachment' }), 'same-501')
  t.equal(await next({ type: 'page' }), 'same')
  await postsIn(store).update(taken[449]?.id ?? 0, { slug: 'x' })
  t.equal(await next(), 'same-501', 'a gap further up may stay')
  await postsIn(store).update(taken[99]?.id ?? 0, { slug: 'y' })
  await postsIn(store).update(taken[100]?.id ?? 0, { slug: 'z' })
  t.equal(await next(), 'same-100')
  t.equal(await next({ id: taken[300]?.id ?? 0 }), 'same-100')
  await postsIn(store).update(taken[499]?.id ?? 0, { slug: 'same-100' })
  t.equal(await next(), 'same-101')
})

t.test('users', async t => {
  const { store, users } = await open(t, 'users')
  const [sample] = users.values()
  if (sample === undefined) return t.fail('no user')
  const { id: _id, version: _version, ...record } = sample
  await usersIn(store).insertMany(
    Array.from({ length: 500 }, (_, i) => ({
      ...record,
      login: `u${i}`,
      email: `u${i}@example.com`,
      slug: slugOf('same', i + 1),
    })),
  )
  t.equal(await freeUserSlug(store, 'same', 0), 'same-501')
})
