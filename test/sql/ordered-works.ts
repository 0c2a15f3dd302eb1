import {
  type BaseRecord,
  defineCollection,
  integer,
  type Order,
  type Query,
  type RecordOf,
  type Store,
  text,
} from '@platen/storage'

/** Records that are ordered by values in another collection. */
const works = defineCollection({
  name: 'works',
  columns: {
    status: text({ shared: 900_000 }),
    author: integer({ shared: 500 }),
    year: integer({ shared: 10_000 }),
    title: text(),
  },
  indexes: {
    byYear: { key: ['status', 'year'] },
    byAuthor: { key: ['author', 'status', 'year'] },
  },
  size: 1_000_000,
})

const values = defineCollection({
  name: 'values',
  columns: {
    object: integer({ shared: 5 }),
    key: text({ shared: 200_000 }),
    at: integer(),
    value: text({ shared: 50 }),
  },
  unique: { place: ['object', 'key', 'at'] },
  indexes: { byValue: { key: ['key', 'value', 'object'] } },
  size: 3_000_000,
})

export type Work = RecordOf<typeof works>

/** More related records of a key than are gathered. */
export const WORKS = 20_100

const valueAt = (at: number) => String((at * 7919) % 20_101).padStart(5, '0')

/** Works of which each has a `price` and the same `kind`, and each hundredth a `rarity`; the first author has few of them. */
export async function fillWorks(store: Store, count = WORKS): Promise<void> {
  await store.prepare([works, values])
  await store.transaction(
    async tx => {
      for (let from = 0; from < count; from += 5000) {
        const inserted = await tx.collection(works).insertMany(
          Array.from({ length: Math.min(5000, count - from) }, (_, at) => ({
            status: (from + at) % 20 === 3 ? 'draft' : 'published',
            author: (from + at) % 1000 === 7 ? 1 : 2 + ((from + at) % 40),
            year: 1900 + ((from + at) % 120),
            title: `Work ${from + at} ${'of many '.repeat(20)}`,
          })),
        )
        const of = (key: string, { id: object }: BaseRecord, at: number) => ({ object, key, at: 0, value: valueAt(at) })
        await tx.collection(values).insertMany(inserted.map((work, at) => of('price', work, from + at)))
        await tx
          .collection(values)
          .insertMany(inserted.map(({ id: object }) => ({ object, key: 'kind', at: 0, value: 'print' })))
        const rare = inserted.filter((_, at) => at % 100 === 0)
        await tx.collection(values).insertMany(rare.map((work, at) => of('rarity', work, from + at)))
      }
    },
    { bulk: true },
  )
}

export const worksIn = (store: Store) => store.collection(works)

const { and, eq, orderByRelated } = works.where

const isPublished = eq('status', 'published')

const by = (key: string, direction: 'asc' | 'desc'): Order<Work> =>
  orderByRelated(
    values.where,
    { foreign: 'object', local: 'id' },
    'value',
    direction,
    values.where.and(values.where.eq('key', key), values.where.eq('at', 0)),
  )

/** By price, from one on, whatever the place of the value. */
const fromPrice = orderByRelated(
  values.where,
  { foreign: 'object', local: 'id' },
  'value',
  'asc',
  values.where.and(values.where.eq('key', 'price'), values.where.gt('value', '00100')),
)

const newest: Order<Work> = { by: 'field', field: 'year', direction: 'desc' }

const cheapest = [by('price', 'asc')]
const dearest = [by('price', 'desc')]
const middle = { values: [valueAt(77)], id: 78 }

/** Pages of ten published works. */
export const PAGES = {
  'the cheapest': { order: cheapest },
  'the dearest': { order: dearest },
  'with a bounded total': { order: cheapest, total: 100 },
  'after a position': { order: cheapest, after: middle },
  'after a position, descending': { order: dearest, after: middle },
  'from a price': { order: [fromPrice] },
  'from a price, after a position': { order: [fromPrice], after: middle },
  'the cheapest, the newest first': { order: [...cheapest, newest] },
  'of a kind that all have, the newest first': { order: [by('kind', 'asc'), newest] },
  'of a kind that all have, after a position': {
    order: [by('kind', 'asc'), newest],
    after: { values: ['print', 1950], id: 51 },
  },
  'the newest, the cheapest first': { order: [newest, ...cheapest] },
  'the rarest': { order: [by('rarity', 'asc')] },
  'the newest that are rare': { order: [newest, by('rarity', 'asc')] },
  'the rarest, the cheapest first': { order: [by('rarity', 'asc'), ...cheapest] },
  'of an author with few': { order: cheapest, where: and(isPublished, eq('author', 1)) },
  'of an author with few, all counted': { order: cheapest, where: and(isPublished, eq('author', 1)), total: true },
  distant: { order: cheapest, offset: 1000 },
} satisfies Readonly<Record<string, Omit<Query<Work>, 'limit'>>>

const pages: Readonly<Record<string, Query<Work>>> = PAGES

export const pageOf = (name: string): Query<Work> => ({ where: isPublished, limit: 10, ...pages[name] })
