import { postsIn, wherePosts } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'
import { samplePost } from '../../contract/sample-records.js'

t.test('the index of texts stays in step', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openSqliteStore({ path })
  const inserted = await postsIn(store).insertMany(
    Array.from({ length: 50 }, (_, at) =>
      samplePost({ title: `Title ${at}`, content: `Words of ${at}`, excerpt: 'Short' }),
    ),
  )
  await postsIn(store).update(inserted[0].id, { content: 'Changed' })
  await postsIn(store).update(inserted[1].id, { menuOrder: 3 })
  await postsIn(store).updateWhere(wherePosts.lt('id', 10), { title: 'Same' })
  await postsIn(store).remove(inserted[5].id)
  await postsIn(store).removeWhere(wherePosts.gt('id', 40))
  await store
    .transaction(async contents => {
      await contents.posts.updateWhere(wherePosts.and(), { title: 'Undone' })
      throw new Error('on purpose')
    })
    .catch(() => undefined)
  t.equal(await postsIn(store).count(wherePosts.containsText('title', 'undone')), 0)
  await store.close()

  const database = new Database(path)
  const texts = database.prepare('select count(*) from post_texts').pluck().get()
  t.equal(texts, database.prepare('select count(*) from posts').pluck().get(), 'a row for every post')
  for (const index of ['post_texts_search', 'post_texts_search_title', 'post_texts_search_excerpt'])
    t.doesNotThrow(() => database.exec(`insert into ${index} (${index}, rank) values ('integrity-check', 1)`), index)
  database.close()
})

t.test('texts are found however they are sought', async t => {
  const store = await openSqliteStore({ path: `${t.testdir()}/site.sqlite` })
  const text = `${'Ein längerer Text über Gürteltiere, "zitiert" und (geklammert). '.repeat(20)}Ende 😀😀😀 日本語`
  const whole = await postsIn(store).insert(samplePost({ content: text }))
  await postsIn(store).insert(samplePost({ content: 'something else' }))
  const characters = [...text]
  for (let length = 1; length <= 130; length++) {
    for (const start of [0, 7, 300, characters.length - length]) {
      const sought = characters.slice(start, start + length).join('')
      const found = await postsIn(store).first({ where: wherePosts.containsText('content', sought), order: [] })
      if (found?.id !== whole.id) t.fail(`not found: ${sought}`)
    }
  }
  t.equal(await postsIn(store).count(wherePosts.containsText('content', text)), 1)
  t.equal(await postsIn(store).count(wherePosts.containsText('content', `${text}!`)), 0)
  t.equal(await postsIn(store).count(wherePosts.containsText('content', 'GURTELTIERE, "ZITIERT" UND (')), 1)
  t.equal(await postsIn(store).count(wherePosts.containsText('title', 'gurteltiere')), 0)
  await store.close()
})

t.test('long texts with the same beginning are distinguished', async t => {
  const store = await openSqliteStore({ path: `${t.testdir()}/site.sqlite` })
  const beginning = 'Ein Text über 😀 '.repeat(10)
  const ids = new Map<string, number>()
  for (const end of ['one', 'two', 'both one and two'])
    ids.set(end, (await postsIn(store).insert(samplePost({ content: `${beginning}${end}`, title: beginning }))).id)
  await postsIn(store).insert(samplePost({ content: 'something else' }))
  const { and, containsText, not, or } = wherePosts
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
    const { records, total } = await postsIn(store).find({ where: condition, order, limit: 10, total: true })
    const expected = ends.map(end => ids.get(end))
    t.same([records.map(({ id }) => id), total], [expected, expected.length], name)
  }
  await store.close()
})

t.test('a word of many posts is sought in the few of another type', async t => {
  const statements: string[] = []
  const path = `${t.testdir()}/site.sqlite`
  const store = await openSqliteStore({ path, onStatement: sql => statements.push(sql) })
  await store.transaction(
    contents =>
      contents.posts.insertMany(
        Array.from({ length: 2500 }, (_, at) => samplePost({ title: `Common ${at}`, content: 'x' })),
      ),
    { bulk: true },
  )
  const ids: number[] = []
  for (const title of ['Common', 'Rare', 'Uncommon'])
    ids.push((await postsIn(store).insert(samplePost({ type: 'page', title }))).id)
  const { and, containsText, eq, or } = wherePosts
  const word = or(containsText('title', 'common'), containsText('content', 'common'))
  for (const order of [
    [{ by: 'field', field: 'date', direction: 'desc' }],
    [{ by: 'rank', conditions: [containsText('title', 'uncommon')] }],
  ] as const) {
    statements.length = 0
    const where = and(eq('type', 'page'), eq('status', 'publish'), word)
    const { records, total } = await postsIn(store).find({ where, order, limit: 10, total: true })
    t.same([records.map(({ id }) => id).sort(), total], [[ids[0], ids[2]], 2])
    const gathered = statements.filter(sql => sql.includes('_search') && sql.includes('cross join'))
    t.same(gathered, [], 'the posts with the word are not gone through')
  }
  const { total } = await postsIn(store).find({
    where: and(eq('type', 'post'), word),
    order: [],
    limit: 1,
    total: true,
  })
  t.equal(total, 2500)
  await store.close()
})
