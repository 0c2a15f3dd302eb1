import { moveStore } from '@platen/cli'
import { createMemoryStore } from '@platen/memory'
import { isInstalled, postsIn } from '@platen/site'
import type { Store } from '@platen/storage'
import t from 'tap'
import { openNewFile } from '../../site/sqlite-file.js'
import { newFolder } from '../new-site.js'
import { gardenCollections as collections, fillGarden, openGarden, plants, responsesOf } from './filled-garden.js'

const file = (t: Parameters<typeof newFolder>[0]) => openNewFile(`${newFolder(t)}/site.sqlite`)
const stores: readonly (readonly [string, (t: Parameters<typeof newFolder>[0]) => Promise<Store>])[] = [
  ['memory', async () => createMemoryStore()],
  ['SQLite', file],
]

/** Everything in a store. */
async function contentsOf(store: Store) {
  const contents: Record<string, unknown> = { options: [...(await store.options.all())].sort() }
  for (const each of collections) contents[each.name] = (await store.collection(each).find({})).records
  return contents
}

for (const [source, openSource] of stores) {
  for (const [target, openTarget] of stores) {
    t.test(`a site moves from ${source} to ${target}`, async t => {
      const [from, to] = [await openSource(t), await openTarget(t)]
      t.teardown(() => Promise.all([from.close(), to.close()]))
      const site = await fillGarden(from)
      const before = await responsesOf(site)
      const contents = await contentsOf(from)
      let [total, done] = [0, 0]
      const sums = await moveStore(from, to, {
        collections,
        onTotal: records => {
          total = records
        },
        onRecords: records => {
          done += records
        },
      })
      t.same(await contentsOf(to), contents)
      t.same(await contentsOf(from), contents, 'the source is the same')
      t.same(
        sums.map(({ name, records }) => [name, records]),
        await Promise.all(collections.map(async each => [each.name, await from.collection(each).count()])),
      )
      t.ok(sums.every(({ checksum }) => /^[\da-f]{64}$/.test(checksum)))
      t.equal(done, total)
      t.same(await responsesOf(await openGarden(to)), before, 'requests have the same responses')
      const [last] = await to
        .collection(plants)
        .pick(['id'], { order: [{ by: 'field', field: 'id', direction: 'desc' }] })
      const next = await to.collection(plants).insert({ name: 'Next', notes: {}, post: 1 })
      t.equal(next.id, (last?.id ?? 0) + 1, 'ids go on')
      await t.rejects(moveStore(from, to, { collections }), { name: 'MoveError', message: /already contains a site/ })
    })
  }
}

/** A store whose transactions fail from the nth on. */
function failing(store: Store, after: number, then: () => void = () => {}): Store {
  let transactions = 0
  return {
    ...store,
    async transaction(work, options) {
      if (++transactions > after) throw new Error('out of power')
      const result = await store.transaction(work, options)
      if (transactions === after) then()
      return result
    },
  }
}

/** A store that fails to store the options, after all records. */
const failingAtEnd = (store: Store): Store => ({
  ...store,
  async transaction(work, options) {
    const hasAll = (await store.options.all()).size > 0 && (await store.collection(plants).count()) > 0
    if (hasAll) throw new Error('out of power')
    return store.transaction(work, options)
  },
})

t.test('a move goes on where it stopped', async t => {
  const from = createMemoryStore()
  await fillGarden(from, 6)
  const contents = await contentsOf(from)
  for (let after = 0, failed = true; failed; after++) {
    const to = await file(t)
    failed = await moveStore(from, failing(to, after), { collections }).then(
      () => false,
      () => true,
    )
    if (!failed) t.ok(after > 5)
    else {
      t.equal(await isInstalled(to), false, 'no site before the end')
      await moveStore(from, to, { collections })
    }
    t.same(await contentsOf(to), contents, `after ${after} transactions`)
    await to.close()
  }
})

t.test('a move can be aborted', async t => {
  const from = createMemoryStore()
  await fillGarden(from)
  const to = createMemoryStore()
  const controller = new AbortController()
  const aborting = failing(to, 3, () => controller.abort(new Error('enough')))
  await t.rejects(moveStore(from, aborting, { collections, signal: controller.signal }), { message: 'enough' })
  await moveStore(from, to, { collections })
  t.same(await contentsOf(to), await contentsOf(from))
})

t.test('many records, and long ones', async t => {
  const from = createMemoryStore()
  await fillGarden(from, 1)
  const notes = { text: 'é'.repeat(600_000) }
  const [post] = (await postsIn(from).find({ limit: 1 })).records
  await from
    .collection(plants)
    .insertMany(Array.from({ length: 1200 }, (_, at) => ({ name: `N${at}`, notes: {}, post: 1 })))
  await from.collection(plants).insertMany(Array.from({ length: 9 }, (_, at) => ({ name: `L${at}`, notes, post: 1 })))
  await postsIn(from).update(post?.id ?? 0, { content: 'x'.repeat(4_100_000) })
  const to = await file(t)
  t.teardown(() => to.close())
  await moveStore(from, to, { collections })
  t.same(await contentsOf(to), await contentsOf(from))
})

t.test('a source that changes', async t => {
  const changes: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
    'a new record': store => store.collection(plants).insert({ name: 'New', notes: {}, post: 1 }),
    'a changed record': store => store.collection(plants).update(1, { post: 2 }),
    'a removed record': store => store.collection(plants).remove(1),
    'an option': store => store.options.set('title', 'Other'),
  }
  for (const [name, change] of Object.entries(changes)) {
    const from = createMemoryStore()
    await fillGarden(from, 2)
    const to = createMemoryStore()
    const options = { collections, onRecords: () => void change(from) }
    await t.rejects(moveStore(from, to, options), { name: 'MoveError', message: /changed/ }, `${name}, meanwhile`)
    t.equal(await isInstalled(to), false)

    const other = createMemoryStore()
    await fillGarden(other, 2)
    const unfinished = createMemoryStore()
    await t.rejects(moveStore(other, failingAtEnd(unfinished), { collections }))
    await change(other)
    const again = moveStore(other, unfinished, { collections })
    if (name === 'a new record') await again
    else
      await t.rejects(
        again,
        { name: 'MoveError', message: /changed|change of its settings/ },
        `${name}, before it goes on`,
      )
    t.equal(await isInstalled(unfinished), name === 'a new record')
  }
})

t.test('a source that cannot be observed', async t => {
  const from = createMemoryStore()
  await fillGarden(from, 1)
  const to = createMemoryStore()
  const deaf = { ...from, revision: () => Number.NaN }
  await t.rejects(moveStore(deaf, to, { collections }), { name: 'MoveError', message: /cannot be observed/ })
  await moveStore(from, to, { collections })
  t.same(await contentsOf(to), await contentsOf(from))
})

t.test('targets that are refused', async t => {
  const from = createMemoryStore()
  await fillGarden(from, 2)
  const refused = (to: Store, message: RegExp) =>
    t.rejects(moveStore(from, to, { collections }), { name: 'MoveError', message })
  const site = createMemoryStore()
  await fillGarden(site, 1)
  const before = await contentsOf(site)
  await refused(site, /already contains a site/)
  t.same(await contentsOf(site), before)
  const records = createMemoryStore()
  await records.prepare([plants])
  await records.collection(plants).insert({ name: 'Mine', notes: {}, post: 1 })
  await refused(records, /not empty.*"plants"/)
  t.equal((await records.options.all()).size, 0)
  await site.options.set('title', 'Another')
  const other = createMemoryStore()
  await t.rejects(moveStore(site, failing(other, 2), { collections }))
  await refused(other, /unfinished copy of another site/)
  const full = createMemoryStore()
  const two = moveStore(
    from,
    {
      ...full,
      transaction: async (work, options) => {
        const result = await full.transaction(work, options)
        if ((await full.options.get('unfinished_move')) !== undefined && (await full.collection(plants).count()) === 0)
          await full.collection(plants).insert({ name: 'Other', notes: {}, post: 1 })
        return result
      },
    },
    { collections },
  )
  await t.rejects(two, { name: 'MoveError', message: /Another process|differs/ })
  await t.rejects(moveStore(createMemoryStore(), createMemoryStore(), { collections }), { message: /no site/ })
})
