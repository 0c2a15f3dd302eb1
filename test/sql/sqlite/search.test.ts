import { sampleBook } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t from 'tap'
import { booksIn, openLibrary, whereBooks } from '../library.js'

t.test('the index of texts stays in step', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  const inserted = await booksIn(store).insertMany(
    Array.from({ length: 50 }, (_, at) =>
      sampleBook({ title: `Title ${at}`, content: `Words of ${at}`, blurb: 'Short' }),
    ),
  )
  await booksIn(store).update(inserted[0].id, { content: 'Changed' })
  await booksIn(store).update(inserted[1].id, { volume: 3 })
  await booksIn(store).updateWhere(whereBooks.lt('id', 10), { title: 'Same' })
  await booksIn(store).remove(inserted[5].id)
  await booksIn(store).removeWhere(whereBooks.gt('id', 40))
  await store
    .transaction(async contents => {
      await booksIn(contents).updateWhere(whereBooks.and(), { title: 'Undone' })
      throw new Error('on purpose')
    })
    .catch(() => undefined)
  t.equal(await booksIn(store).count(whereBooks.containsText('title', 'undone')), 0)
  await store.close()

  const database = new Database(path)
  const texts = database.prepare('select count(*) from book_texts').pluck().get()
  t.equal(texts, database.prepare('select count(*) from books').pluck().get(), 'a row for every book')
  for (const index of ['book_texts_search', 'book_texts_search_title', 'book_texts_search_blurb'])
    t.doesNotThrow(() => database.exec(`insert into ${index} (${index}, rank) values ('integrity-check', 1)`), index)
  database.close()
})

t.test('texts are found however they are sought', async t => {
  const store = await openLibrary({ path: `${t.testdir()}/site.sqlite` })
  const text = `${'Ein längerer Text über Gürteltiere, "zitiert" und (geklammert). '.repeat(20)}Ende 😀😀😀 日本語`
  const whole = await booksIn(store).insert(sampleBook({ content: text }))
  await booksIn(store).insert(sampleBook({ content: 'something else' }))
  const characters = [...text]
  for (let length = 1; length <= 130; length++) {
    for (const start of [0, 7, 300, characters.length - length]) {
      const sought = characters.slice(start, start + length).join('')
      const found = await booksIn(store).first({ where: whereBooks.containsText('content', sought), order: [] })
      if (found?.id !== whole.id) t.fail(`not found: ${sought}`)
    }
  }
  t.equal(await booksIn(store).count(whereBooks.containsText('content', text)), 1)
  t.equal(await booksIn(store).count(whereBooks.containsText('content', `${text}!`)), 0)
  t.equal(await booksIn(store).count(whereBooks.containsText('content', 'GURTELTIERE, "ZITIERT" UND (')), 1)
  t.equal(await booksIn(store).count(whereBooks.containsText('title', 'gurteltiere')), 0)
  await store.close()
})

t.test('long texts with the same beginning are distinguished', async t => {
  const store = await openLibrary({ path: `${t.testdir()}/site.sqlite` })
  const beginning = 'Ein Text über 😀 '.repeat(10)
  const ids = new Map<string, number>()
  for (const end of ['one', 'two', 'both one and two'])
    ids.set(end, (await booksIn(store).insert(sampleBook({ content: `${beginning}${end}`, title: beginning }))).id)
  await booksIn(store).insert(sampleBook({ content: 'something else' }))
  const { and, containsText, not, or } = whereBooks
  const inContent = (end: string) => containsText('content', `${beginning}${end}`)
  for (const [name, condition, ends] of [
    ['one', inContent('one'), ['one']],
    ['none', inContent('three'), []],
    ['the beginning', inContent(''), ['one', 'two', 'both one and two']],
    ['any', or(inContent('one'), inContent('two')), ['one', 'two']],
    ['any column', or(inContent('two'), containsText('title', `${beginning}two`)), ['two']],
    ['all', and(inContent('both'), containsText('content', 'one and')), ['both one and two']],
    ['without', and(containsText('content', 'über'), not(inContent('one'))), ['two', 'both one and two']],
    ['with half of a character', containsText('content', `${beginning}on\ud800`), []],
  ] as const) {
    const order = [{ by: 'field', field: 'id', direction: 'asc' }] as const
    const { records, total } = await booksIn(store).find({ where: condition, order, limit: 10, total: true })
    const expected = ends.map(end => ids.get(end))
    t.same([records.map(({ id }) => id), total], [expected, expected.length], name)
  }
  await store.close()
})

t.test('a word of many books is sought in the few of another format', async t => {
  const statements: string[] = []
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path, onStatement: sql => statements.push(sql) })
  await store.transaction(
    contents =>
      booksIn(contents).insertMany(
        Array.from({ length: 2500 }, (_, at) => sampleBook({ title: `Common ${at}`, content: 'x' })),
      ),
    { bulk: true },
  )
  const ids: number[] = []
  for (const title of ['Common', 'Rare', 'Uncommon'])
    ids.push((await booksIn(store).insert(sampleBook({ format: 'essay', title }))).id)
  const { and, containsText, eq, or } = whereBooks
  const word = or(containsText('title', 'common'), containsText('content', 'common'))
  for (const order of [
    [{ by: 'field', field: 'acquired', direction: 'desc' }],
    [{ by: 'rank', conditions: [containsText('title', 'uncommon')] }],
  ] as const) {
    statements.length = 0
    const where = and(eq('format', 'essay'), eq('status', 'available'), word)
    const { records, total } = await booksIn(store).find({ where, order, limit: 10, total: true })
    t.same([records.map(({ id }) => id).sort(), total], [[ids[0], ids[2]], 2])
    const gathered = statements.filter(sql => sql.includes('_search') && sql.includes('cross join'))
    t.same(gathered, [], 'the books with the word are not gone through')
  }
  const { total } = await booksIn(store).find({
    where: and(eq('format', 'novel'), word),
    order: [],
    limit: 1,
    total: true,
  })
  t.equal(total, 2500)
  await store.close()
})
