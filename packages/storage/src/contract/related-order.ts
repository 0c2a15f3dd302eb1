import assert from 'node:assert/strict'
import {
  type AnyCollection,
  type AnyCondition,
  type CollectionDefinition,
  type Order,
  type Position,
  positionedSteps,
  positionOf,
  type Scalar,
  type Store,
} from '../index.js'
import type { AddCase } from './cases.js'
import { type BookRecord, type libraryIn, sampleCollections } from './sample-collections.js'
import { sampleBook, sampleMember, sampleTrait } from './sample-records.js'

const { books: bookCollection, members, traits } = sampleCollections
const whereBooks = bookCollection.where
const whereTraits = traits.where

type Direction = 'asc' | 'desc'

const onBook = { foreign: 'object', local: 'id' } as const

const byTrait = (trait: string, direction: Direction, at = 0): Order<BookRecord> =>
  whereBooks.orderByRelated(
    whereTraits,
    onBook,
    'value',
    direction,
    whereTraits.and(whereTraits.eq('trait', trait), whereTraits.eq('at', at)),
  )

const by = (field: keyof BookRecord, direction: Direction): Order<BookRecord> => ({ by: 'field', field, direction })

const byAuthor = (field: 'displayName' | 'joined', direction: Direction, locale?: string): Order<BookRecord> =>
  whereBooks.orderByRelated(
    members.where,
    { foreign: 'id', local: 'author' },
    field,
    direction,
    locale === undefined ? undefined : members.where.eq('locale', locale),
  )

/** Their ids follow this order; the first two letters are the colors and sizes. */
const samples = {
  a: { volume: 2, color: 'red', size: '1' },
  b: { volume: 1, color: 'blue', size: '2' },
  c: { volume: 2, color: 'red', size: '3' },
  d: { volume: 1, color: 'Red', size: '1' },
  e: { volume: 1, color: undefined, size: '2' },
  f: { volume: 3, color: 'blue', size: undefined },
  g: { volume: 3, color: undefined, size: undefined },
  h: { volume: 2, color: '😀', size: '2' },
  i: { volume: 2, color: '～', size: '1' },
}

type Name = keyof typeof samples
const all = Object.keys(samples) as Name[]

const orders: readonly [name: string, order: readonly Order<BookRecord>[], expected: string][] = [
  ['ascending, by code points, ties by id', [byTrait('color', 'asc')], 'dbfacih'],
  ['descending, ties by id too', [byTrait('color', 'desc')], 'hicafbd'],
  ['of another place', [byTrait('color', 'asc', 1)], 'ga'],
  ['of nothing', [byTrait('weight', 'asc')], ''],
  ['then a field', [byTrait('size', 'asc'), by('volume', 'asc')], 'daibehc'],
  ['then a field, descending', [byTrait('size', 'asc'), by('volume', 'desc')], 'iadhebc'],
  ['then id, descending', [byTrait('size', 'asc'), by('id', 'desc')], 'idahebc'],
  ['after a field', [by('volume', 'desc'), byTrait('color', 'asc')], 'facihdb'],
  ['after a field, descending', [by('volume', 'asc'), byTrait('color', 'desc')], 'bdhicaf'],
  ['two of them', [byTrait('size', 'asc'), byTrait('color', 'desc')], 'iadhbc'],
  ['two of them, the other way', [byTrait('color', 'desc'), byTrait('size', 'asc')], 'hiacbd'],
  ['the same twice', [byTrait('size', 'desc'), byTrait('size', 'asc')], 'cbehadi'],
  ['what comes after an id does not count', [by('id', 'desc'), byTrait('color', 'asc')], 'ihgfedcba'],
  ['a field of the author', [byAuthor('displayName', 'asc'), by('volume', 'asc')], 'ecbdahif'],
  ['a field of some authors', [byAuthor('joined', 'desc', 'de')], 'ec'],
  ['after a position', [{ by: 'position', field: 'volume', values: [3, 1] }, byTrait('color', 'desc')], 'fbdhica'],
  ['after a rank', [{ by: 'rank', conditions: [whereBooks.eq('volume', 1)] }, byTrait('size', 'asc')], 'dbeaihc'],
]

/** The authors of the samples; that of the last is nobody. */
const authors: Readonly<Record<Name, 'ann' | 'bob' | undefined>> = {
  a: 'ann',
  b: 'ann',
  c: 'bob',
  d: 'ann',
  e: 'bob',
  f: 'ann',
  g: undefined,
  h: 'ann',
  i: 'ann',
}

type Library = ReturnType<typeof libraryIn>

async function fill({ books, members, traits }: Library): Promise<ReadonlyMap<number, Name>> {
  const ann = await members.insert(sampleMember('ann', { displayName: 'Zoe', locale: 'en' }))
  const bob = await members.insert(sampleMember('bob', { displayName: 'Bo', locale: 'de' }))
  const ids = { ann: ann.id, bob: bob.id }
  const names = new Map<number, Name>()
  for (const name of all) {
    const { volume, color, size } = samples[name]
    const by = authors[name]
    const { id: object } = await books.insert(sampleBook({ volume, author: by === undefined ? 99 : ids[by] }))
    names.set(object, name)
    if (color !== undefined) await traits.insert(sampleTrait({ object, trait: 'color', value: color }))
    if (size !== undefined) await traits.insert(sampleTrait({ object, trait: 'size', value: size }))
    if (name === 'a') await traits.insert(sampleTrait({ object, trait: 'color', at: 1, value: 'z' }))
    if (name === 'g') await traits.insert(sampleTrait({ object, trait: 'color', at: 1, value: 'y' }))
  }
  return names
}

const related: readonly CollectionDefinition[] = [traits, members]

/** The position of a record; the records that are related to it are read. */
async function positionAt(
  store: Store,
  record: BookRecord,
  order: readonly Order<BookRecord>[],
): Promise<Position | undefined> {
  const steps = positionedSteps(order)
  if (steps === undefined) return undefined
  const values: Scalar[] = []
  for (const step of steps) {
    const definition = related.find(({ name }) => step.by === 'related' && name === step.collection)
    if (step.by !== 'related' || definition === undefined) continue
    const collection: AnyCollection = store.collection(definition)
    const isOwn: AnyCondition = { op: 'eq', field: step.foreign, value: Number(record[step.local]) }
    const where: AnyCondition = { op: 'and', all: step.where === undefined ? [isOwn] : [isOwn, step.where] }
    const found = await collection.first({ where })
    values.push((found?.[step.field] ?? null) as Scalar)
  }
  return positionOf(record, steps, values)
}

/** Orders by fields of related records. */
export function relatedOrderCases(add: AddCase): void {
  add('orders by related records', async (_store, library) => {
    const { books } = library
    const names = await fill(library)
    const shown = (records: readonly { readonly id: number }[]) => records.map(({ id }) => names.get(id)).join('')
    const few = whereBooks.in('volume', [1, 3])
    const isFew = (name: string) => samples[name as Name].volume !== 2
    for (const [name, order, expected] of orders) {
      const { records, total } = await books.find({ order, total: true })
      assert.equal(shown(records), expected, name)
      assert.equal(total, expected.length, `${name}: the total`)
      assert.equal(shown((await books.find({ order })).records), expected, `${name}: without a total`)
      const { records: some, total: counted, capped } = await books.find({ order, limit: 2, offset: 1, total: 3 })
      assert.equal(shown(some), expected.slice(1, 3), `${name}: a window`)
      assert.deepEqual([counted, capped], [Math.min(3, expected.length), expected.length > 3 || undefined], name)
      assert.equal(shown(await books.pick(['volume'], { order, limit: 4 })), expected.slice(0, 4), `${name}: picked`)
      assert.equal(names.get((await books.first({ order }))?.id ?? 0), expected[0], `${name}: first`)
      const ofFew = await books.find({ where: few, order, limit: 10, total: true })
      const expectedFew = [...expected].filter(isFew).join('')
      assert.deepEqual([shown(ofFew.records), ofFew.total], [expectedFew, expectedFew.length], `${name}: of some`)
    }
  })

  add('records after a place in an order by related records', async (store, library) => {
    const { books } = library
    const names = await fill(library)
    for (const [name, order, expected] of orders) {
      if (positionedSteps(order) === undefined) continue
      for (const limit of [1, 3]) {
        const pages: string[] = []
        let after: Position | undefined
        do {
          const { records } = await books.find({ order, after, limit })
          pages.push(records.map(({ id }) => names.get(id)).join(''))
          const last = records.at(-1)
          after = last && (await positionAt(store, last, order))
        } while (after !== undefined && pages.length < 12)
        assert.equal(pages.join(''), expected, `${name}, pages of ${limit}`)
      }
    }
    const order = [byTrait('size', 'asc'), by('volume', 'asc')]
    const [first, second] = (await books.find({ order, limit: 2 })).records
    assert.ok(first !== undefined && second !== undefined)
    const after = await positionAt(store, first, order)
    await books.remove(first.id)
    assert.equal((await books.first({ order, after }))?.id, second.id, 'the record need not exist')
  })

  add('places that an order by related records does not have', async (_store, { books }) => {
    const order = [byTrait('size', 'asc'), by('volume', 'asc')]
    for (const values of [['1'], [1, 1], [null, 1], ['1', '1'], ['1', 1, 1], [1, '1']])
      await assert.rejects(books.find({ order, after: { values, id: 1 } }), TypeError, JSON.stringify(values))
  })

  add('totals of an order follow its related records', async (_store, library) => {
    const { books, traits } = library
    await fill(library)
    const order = [byTrait('size', 'asc')]
    const total = async () => (await books.find({ order, limit: 1, total: true })).total
    assert.equal(await total(), 7)
    await traits.removeWhere(whereTraits.eq('value', '1'))
    assert.equal(await total(), 4)
    await traits.insert(sampleTrait({ object: 1, trait: 'size', value: '9' }))
    assert.equal(await total(), 5)
  })
}
