import {
  boolean,
  type CollectionOptions,
  type Columns,
  defineCollection,
  integer,
  json,
  many,
  type NewRecordOf,
  nullable,
  one,
  type RecordOf,
  type Relations,
  text,
  withDefault,
} from '@platen/storage'
import t from 'tap'

const shops = defineCollection({
  name: 'shops',
  columns: {
    name: text({ folded: true }),
    kind: text<'big' | 'small'>(),
    owner: nullable(integer()),
    open: withDefault(boolean(), true),
    hours: json<readonly number[]>(),
    parent: integer(),
  },
  unique: { name: [{ folded: 'name' }] },
  indexes: { byOwner: { key: ['owner', 'id'] } },
  relations: self => ({ parent: one(self, 'parent'), branches: many(self, { foreign: 'parent' }) }),
})

t.test('types of records follow from the declaration', async t => {
  const record = {
    ...{ id: 1, version: 1, name: 'a', kind: 'big', owner: null, open: false, hours: [1], parent: 0 },
  } satisfies RecordOf<typeof shops>
  const inserted: NewRecordOf<typeof shops> = { name: 'a', kind: 'small', owner: 1, hours: [], parent: 0 }
  // @ts-expect-error: no such kind.
  const wrong: Partial<RecordOf<typeof shops>> = { kind: 'huge' }
  // @ts-expect-error: the columns without a default are required.
  const incomplete: NewRecordOf<typeof shops> = { name: 'a' }
  // @ts-expect-error: no such field.
  shops.where.eq('street', 1)
  t.ok([record, inserted, wrong, incomplete])
})

t.test('definitions are complete and frozen', async t => {
  t.match(shops, { search: [], searchIndexExcept: {}, migrations: [], size: undefined, where: { collection: 'shops' } })
  t.match(shops.relations, {
    parent: { kind: 'one', collection: 'shops', foreign: 'id', local: 'parent' },
    branches: { kind: 'many', collection: 'shops', foreign: 'parent', local: 'id' },
  })
  for (const part of [
    shops,
    shops.columns,
    shops.columns.open,
    shops.unique,
    shops.indexes,
    shops.relations,
    shops.searchIndexExcept,
  ])
    t.ok(Object.isFrozen(part))
})

const columns = { name: text(), note: text({ folded: true }), count: integer() }

/** What a caller without types may give. */
const define = (options: object) => defineCollection(options as CollectionOptions<Columns, Relations>)

const refused: Readonly<Record<string, object>> = {
  'an unknown option': { name: 'shops', columns, uniques: {} },
  'no name': { name: '', columns },
  'a name that is not an identifier': { name: 'my shops', columns },
  'a name in capitals': { name: 'Shops', columns },
  'a long name': { name: 'a'.repeat(41), columns },
  'a name of the stores’ own': { name: 'options', columns },
  'a column named id': { name: 'shops', columns: { id: integer() } },
  'a column named version': { name: 'shops', columns: { version: integer() } },
  'a column that is not an identifier': { name: 'shops', columns: { 'a"b': text() } },
  'a column named as folded text is': { name: 'shops', columns: { nameFolded: text() } },
  'a key of a column that is not there': { name: 'shops', columns, unique: { a: ['street'] } },
  'an empty key': { name: 'shops', columns, indexes: { a: { key: [] } } },
  'folded text that is not stored': { name: 'shops', columns, indexes: { a: { key: [{ folded: 'name' }] } } },
  'a unique prefix': { name: 'shops', columns, unique: { a: [{ prefix: 'name' }] } },
  'two indexes of one name': { name: 'shops', columns, unique: { a: ['name'] }, indexes: { a: { key: ['name'] } } },
  'an index of a single number': { name: 'shops', columns, indexes: { a: { key: ['name'], only: { count: '1' } } } },
  'a search in numbers': { name: 'shops', columns, search: ['count'] },
  'records left out by a number': { name: 'shops', columns, search: ['name'], searchIndexExcept: { count: '1' } },
  'records left out by a value that is no text': {
    ...{ name: 'shops', columns, search: ['name'], searchIndexExcept: { name: 1 } },
  },
  'records left out by a column that is not there': {
    ...{ name: 'shops', columns, search: ['name'], searchIndexExcept: { street: 'x' } },
  },
  'records left out by a long text': {
    ...{ name: 'shops', columns: { name: text({ long: true }) }, search: ['name'], searchIndexExcept: { name: 'x' } },
  },
  'records left out by two columns': {
    ...{ name: 'shops', columns, search: ['name'], searchIndexExcept: { name: 'x', note: 'y' } },
  },
  'records left out of no search': { name: 'shops', columns, searchIndexExcept: { name: 'x' } },
}

for (const [name, options] of Object.entries(refused))
  t.test(`refuses ${name}`, async t => {
    t.throws(() => define(options), TypeError)
  })

t.test('the message states the rule for names', async t => {
  const rule = /letters and digits/
  t.throws(() => define({ name: 'my_shops', columns }), { message: rule })
  t.throws(() => define({ name: 'shops', columns: { post_id: integer() } }), { message: rule })
  t.throws(() => define({ name: 'shops', columns, indexes: { by_name: { key: ['name'] } } }), { message: rule })
})

t.test('accepts valid declarations at the limits', async t => {
  const indexes = { b: { key: [{ folded: 'note' }, 'id'] }, c: { key: [{ prefix: 'name' }], only: { name: 'x' } } }
  const unique = { a: ['name', { folded: 'note' }] }
  const searchIndexExcept = { name: 'x' }
  t.ok(define({ name: 'a'.repeat(40), columns, unique, indexes, search: ['name'], searchIndexExcept }))
})
