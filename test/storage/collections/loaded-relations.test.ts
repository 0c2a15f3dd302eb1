import { createMemoryStore } from '@platen/memory'
import {
  type Collection,
  defineCollection,
  type Found,
  integer,
  type LoadedRelations,
  many,
  one,
  type Query,
  type RecordOf,
  type Related,
  type RelationsOf,
  text,
} from '@platen/storage'
import t from 'tap'

const shops = defineCollection({
  name: 'shops',
  columns: { name: text(), parent: integer() },
  relations: self => ({ parent: one(self, 'parent'), branches: many(self, { foreign: 'parent' }) }),
})

type Shop = RecordOf<typeof shops>
type ShopRelations = RelationsOf<typeof shops>

const store = createMemoryStore()
await store.prepare([shops])
const records = store.collection(shops)
const main = await records.insert({ name: 'Main', parent: 0 })
const branch = await records.insert({ name: 'Branch', parent: main.id })

/** A function that requires a loaded relation. */
const namesOfBranches = (shop: Shop, { branches }: Related<ShopRelations, 'branches'>) =>
  (branches.get(shop.id) ?? []).map(({ name }) => name)

t.test('a result has the relations of the query', async t => {
  const both = await records.find({ with: ['parent', 'branches'] })
  t.equal(both.related.parent.get(branch.id)?.name, 'Main')
  t.same(namesOfBranches(main, both.related), ['Branch'])
  const { related } = await records.find({ where: shops.where.eq('id', branch.id), with: ['parent'] })
  t.equal(related.parent.size, 1)
  // @ts-expect-error: not loaded.
  t.equal(related.branches, undefined)
  // @ts-expect-error: the function requires another relation.
  t.throws(() => namesOfBranches(main, related), TypeError)
  const { parent } = await records.related([branch.id], ['parent'])
  t.strictSame(parent, related.parent)
})

t.test('without a list, there are none', async t => {
  const all = await records.find({})
  // @ts-expect-error: not loaded.
  t.equal(all.related.parent, undefined)
  // @ts-expect-error: the result would have the type of the list.
  await records.find({ with: Date.now() > 0 ? ['parent'] : undefined })
  // @ts-expect-error: `first` returns a record without related ones.
  t.strictSame(await records.first({ with: ['parent'] }), main)
})

t.test('the names are those of the declaration', async t => {
  // @ts-expect-error: no such relation.
  await t.rejects(records.find({ with: ['parents'] }), TypeError)
  // @ts-expect-error: no such relation.
  await t.rejects(records.related([1], ['parents']), TypeError)
  // @ts-expect-error: no such argument.
  await records.find({ wiht: ['parent'] })
})

t.test('relations that may not be loaded are optional', async t => {
  const names: ('parent' | 'branches')[] = ['parent']
  const listed = await records.find({ with: names })
  // @ts-expect-error: the list may not contain it.
  t.equal(listed.related.parent.size, 1)
  t.equal(listed.related.branches?.size, undefined)

  const shown = Date.now() > 0 ? 'parent' : 'branches'
  const chosen = await records.related([branch.id], [shown])
  // @ts-expect-error: the name may be the other one.
  t.equal(chosen.parent.size, 1)

  const more = Date.now() > 0 ? (['parent'] as const) : (['parent', 'branches'] as const)
  const extended = await records.find({ with: more })
  // @ts-expect-error: only the longer list contains it.
  t.throws(() => extended.related.branches.size, TypeError)

  const some = await records.find({ with: Date.now() > 0 ? ['parent'] : [] })
  // @ts-expect-error: the list may be empty.
  t.equal(some.related.parent.size, 1)

  const rest = await records.find({ with: ['parent', ...names] })
  t.equal(rest.related.parent?.size, 1)
})

t.test('functions pass the list on', async t => {
  const find = <R extends Shop, const W extends readonly (keyof ShopRelations)[] = readonly []>(
    collection: Pick<Collection<R, ShopRelations>, 'find'>,
    query: Query<R, W>,
  ): Promise<Found<R, ShopRelations, W>> => collection.find({ ...query, limit: 1 })
  t.equal((await find(records, { with: ['parent'] })).related.parent.size, 0)
  // @ts-expect-error: not loaded.
  t.equal((await find(records, {})).related.parent, undefined)
  const optional: Partial<Related<ShopRelations>> = (await find(records, { with: ['parent'] })).related
  const loaded: LoadedRelations<ShopRelations, readonly ['parent']> = { parent: new Map() }
  t.same(optional, loaded)
})
