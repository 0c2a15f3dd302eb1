import Database from 'better-sqlite3'
import t from 'tap'

type LevelsModule = typeof import('../../../packages/sql/src/sqlite/index-levels.js')

const { readIndexLevels, STRUCTURE_ID }: LevelsModule = await import(
  new URL('../../../../packages/sql/dist/sqlite/index-levels.js', import.meta.url).href
)

const COOKIE = [0, 0, 0, 7]

t.test('the levels of an index of SQLite', async t => {
  const database = new Database(':memory:')
  for (const options of ['content=""', 'content="", contentless_delete=1']) {
    database.exec(`create virtual table texts using fts5 (text, ${options})`)
    const add = database.prepare('insert into texts (rowid, text) values (?, ?)')
    const record = database.prepare('select block from texts_data where id = ?').pluck()
    const levels = () => readIndexLevels(record.get(STRUCTURE_ID))
    t.same(levels(), [], 'an empty one')
    for (let id = 1; id <= 3; id++) add.run(id, `word${id}`)
    t.same(levels(), [{ merging: 0, pages: 3 }], 'a piece for each write')
    database.transaction(() => {
      for (let id = 4; id <= 2000; id++) add.run(id, `word${id}`)
    })()
    const [{ pages } = { pages: 0 }] = levels() ?? []
    t.ok(pages > 5, `a large piece: ${pages} pages`)
    database.exec(`insert into texts (texts, rank) values ('merge', -1)`)
    const [first, second] = levels() ?? []
    t.match([first, second], [{ merging: 4 }, { merging: 0 }], 'a merge that has begun')
    t.ok((first?.pages ?? 0) > 0 && (first?.pages ?? 0) < pages, 'what is merged is cut off')
    t.ok((second?.pages ?? 0) > 0)
    database.exec(`insert into texts (texts) values ('optimize')`)
    t.same(
      levels()?.map(({ merging }) => merging),
      levels()?.map(() => 0),
      'a merge that is over',
    )
    database.exec('drop table texts')
  }
  database.close()
})

t.test('numbers of several bytes', async t => {
  const record = [...COOKIE, 1, 1, 0x82, 0, 0, 1, 5, 1, 0x81, 0x80, 0]
  t.same(readIndexLevels(Uint8Array.from(record)), [{ merging: 0, pages: 16384 }])
  const inside = Uint8Array.from([9, 9, 9, ...record]).subarray(3)
  t.same(readIndexLevels(inside), [{ merging: 0, pages: 16384 }], 'inside of more bytes')
})

t.test('an invalid structure record has no levels', async t => {
  const record = [...COOKIE, 2, 1, 0, 0, 1, 5, 1, 9, 0, 0]
  t.equal(readIndexLevels(Uint8Array.from(record))?.length, 2)
  for (let length = 0; length < record.length; length++)
    t.equal(readIndexLevels(Uint8Array.from(record.slice(0, length))), undefined, `${length} bytes`)
  for (const none of [undefined, null, 'text', 7]) t.equal(readIndexLevels(none), undefined)
  // Numbers that are too large for the record.
  t.equal(readIndexLevels(Uint8Array.from([...COOKIE, 0xff, 0xff, 0xff, 0x7f, 1, 0, 0, 0xff, 0xff, 0x7f])), undefined)
})
