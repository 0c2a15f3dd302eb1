import { freeUserSlug, type Store, uniqueSlug } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import t, { type Test } from 'tap'
import { recordOf } from '../site/features/posts/counting-site.js'
import { makeSite } from '../site/make-site.js'

t.setTimeout(280_000)

/** A site whose statements are counted. */
async function open(t: Test) {
  const statements: string[] = []
  const store = await openSqliteStore({ path: `${t.testdir()}/site.sqlite`, onStatement: sql => statements.push(sql) })
  t.teardown(() => store.close())
  return { ...(await makeSite({ store })), statements }
}

const slugOf = (title: string, number: number) => (number === 1 ? title : `${title}-${number}`)
const fill = (store: Store, count: number, changes: Parameters<typeof recordOf>[1] = {}) =>
  store.posts.insertMany(
    Array.from({ length: count }, (_, i) =>
      recordOf('same', { slug: slugOf('same', i + 1), title: 'Same', ...changes }),
    ),
  )

const create = { body: { title: 'Same', status: 'publish' } }

for (const [what, request, asking] of [
  ['creating a post', 'POST /posts', create],
  ['creating a page', 'POST /pages', create],
  ['creating a draft', 'POST /posts', { body: { title: 'Same' } }],
  ['creating a tag', 'POST /tags', { body: { name: 'Other', slug: 'same' } }],
  ['a list of drafts', 'GET /posts?status=draft&context=edit&per_page=100', {}],
] as const) {
  t.test(`${what}: statements do not depend on how many have the same name`, async t => {
    const counts: number[] = []
    for (const taken of [200, 800]) {
      const { store, ask, statements } = await open(t)
      await fill(store, taken)
      await fill(store, taken, { type: 'page' })
      await fill(store, 30, { status: 'draft', slug: '' })
      await store.terms.insertMany(
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
      await ask(request, asking)
      statements.length = 0
      const { status } = await ask(request, asking)
      t.ok(status < 300)
      counts.push(statements.length)
    }
    const [few = 0, many = 0] = counts
    // A further look at numbers is two statements at most, for the slug that it gets and for the one that it would get.
    t.ok(many - few <= 4, `${few} and ${many} statements`)
  })
}

t.test('800 of one title take as long each, the last as the first', async t => {
  const { ask } = await open(t)
  const times: number[] = []
  for (let batch = 0; batch < 4; batch++) {
    const before = process.cpuUsage()
    for (let i = 0; i < 200; i++) await ask('POST /posts', create)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  const [first = 0, second = 0, third = 0, last = 0] = times
  t.ok(third + last < (first + second) * 2.5, times.map(Math.round).join())
  const { body } = await ask('POST /posts', create)
  t.match(body, { slug: 'same-801' })
})

t.test('the lowest free number, whatever is taken', async t => {
  const { site, store } = await open(t)
  const taken = await fill(store, 500)
  const wish = { id: 0, slug: 'same', type: 'post', parent: 0 }
  const next = (changes: Partial<typeof wish> = {}) => uniqueSlug(site.context, store, { ...wish, ...changes })
  t.equal(await next(), 'same-501')
  t.equal(await next({ id: taken[300]?.id ?? 0 }), 'same-301', 'its own')
  t.equal(await next({ type: 'attachment' }), 'same-501')
  t.equal(await next({ type: 'page' }), 'same')
  await store.posts.update(taken[449]?.id ?? 0, { slug: 'x' })
  await store.posts.update(taken[99]?.id ?? 0, { slug: 'y' })
  await store.posts.update(taken[100]?.id ?? 0, { slug: 'z' })
  t.equal(await next(), 'same-100')
  t.equal(await next({ id: taken[300]?.id ?? 0 }), 'same-100')
  await store.posts.update(taken[499]?.id ?? 0, { slug: 'same-100' })
  t.equal(await next(), 'same-101')
})

t.test('users', async t => {
  const { store, users } = await open(t)
  const [sample] = users.values()
  if (sample === undefined) return t.fail('no user')
  const { id: _id, version: _version, ...record } = sample
  await store.users.insertMany(
    Array.from({ length: 500 }, (_, i) => ({
      ...record,
      login: `u${i}`,
      email: `u${i}@example.com`,
      slug: slugOf('same', i + 1),
    })),
  )
  t.equal(await freeUserSlug(store, 'same', 0), 'same-501')
})
