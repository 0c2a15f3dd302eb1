import { createMemoryStore } from '@platen/memory'
import { openSqliteStore } from '@platen/sql/sqlite'
import { defineCollection, integer, type Order, type RecordOf, sortByFields, text } from '@platen/storage'
import t from 'tap'

const books = defineCollection({
  name: 'books',
  columns: { name: text({ folded: true }), shelf: text(), copies: integer() },
})

const NAMES = ['b', 'B', 'a', 'É', 'e', 'z', '\u{1f600} first', '\uffe5 last', 'a b', '', 'ß', '10', '9']

const by = (
  field: 'name' | 'shelf' | 'id' | 'copies',
  direction: 'asc' | 'desc',
  folded?: boolean,
): Order<RecordOf<typeof books>> => ({
  by: 'field',
  field,
  direction,
  ...(folded !== undefined && { folded }),
})

t.test('sorts as stores do', async t => {
  for (const store of [createMemoryStore(), await openSqliteStore({ path: `${t.testdir()}/books.sqlite` })]) {
    t.teardown(() => store.close())
    await store.prepare([books])
    const stored = store.collection(books)
    await stored.insertMany(NAMES.map((name, at) => ({ name, shelf: `${at % 3}`, copies: at % 4 })))
    const { records } = await stored.find({})
    for (const order of [
      [by('name', 'asc', true), by('id', 'asc')],
      [by('name', 'desc', true), by('id', 'asc')],
      [by('name', 'asc'), by('id', 'asc')],
      [by('shelf', 'desc'), by('copies', 'asc'), by('id', 'desc')],
    ]) {
      const expected = (await stored.find({ order })).records.map(({ id }) => id)
      t.strictSame(
        sortByFields([...records].reverse(), order).map(({ id }) => id),
        expected,
        JSON.stringify(order),
      )
    }
  }
})
