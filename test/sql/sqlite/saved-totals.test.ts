import { assignmentsIn, postsIn, whereAssignments, wherePosts } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'
import { sampleAssignment, samplePost } from '../../contract/sample-records.js'
import { openNewFile } from '../../site/sqlite-file.js'

/** Totals of at least this many records are saved. */
const LARGE = 10_000

const published = wherePosts.eq('status', 'publish')
const drafts = wherePosts.eq('status', 'draft')
const carrying = wherePosts.exists(whereAssignments, { foreign: 'object', local: 'id' }, whereAssignments.eq('term', 1))

/** A file with many published posts that carry a term, and a draft; the store has been closed. */
async function filled(path: string): Promise<string> {
  const store = await openNewFile(path)
  await store.transaction(
    async tx => {
      const records = Array.from({ length: LARGE }, (_, at) => samplePost({ slug: `p${at}`, status: 'publish' }))
      const stored = await postsIn(tx).insertMany([...records, samplePost({ slug: 'draft', status: 'draft' })])
      await assignmentsIn(tx).insertMany(
        stored.slice(0, LARGE).map(({ id }) => sampleAssignment({ object: id, term: 1 })),
      )
    },
    { bulk: true },
  )
  await store.close()
  return path
}

/** Opens a file; `counted` collects the statements that count all, not those that estimate up to a limit. */
async function open(path: string) {
  const counted: string[] = []
  const onStatement = (sql: string) => {
    if (sql.startsWith('select count(*)') && !sql.includes('limit')) counted.push(sql)
  }
  const store = await openSqliteStore({ path, onStatement })
  return { store, counted }
}

/** Opens a file, counts, and closes it: the totals and the number of statements that counted. */
async function totalsOf(path: string, conditions = [published, carrying]) {
  const { store, counted } = await open(path)
  const totals: (number | undefined)[] = []
  for (const where of conditions) totals.push((await postsIn(store).find({ where, limit: 1, total: true })).total)
  await store.close()
  return [...totals, counted.length]
}

/** Changes a file with SQL, like a shell. */
function change(path: string, sql: string): void {
  const database = new Database(path)
  database.exec(sql)
  database.close()
}

t.test('large totals are saved when a store is closed', async t => {
  const path = await filled(`${t.testdir()}/site.sqlite`)
  t.same(await totalsOf(path), [LARGE, LARGE, 2], 'counted')
  t.same(await totalsOf(path), [LARGE, LARGE, 0], 'saved')
  t.same(await totalsOf(path, [drafts]), [1, 1], 'few records')
  t.same(await totalsOf(path, [drafts]), [1, 1], 'few records are counted again')
  t.same(await totalsOf(path), [LARGE, LARGE, 0], 'still saved')
})

t.test('any change removes them', async t => {
  const path = await filled(`${t.testdir()}/site.sqlite`)
  await totalsOf(path)
  change(path, "update posts set status = 'trash' where slug = 'p1'")
  t.same(await totalsOf(path), [LARGE - 1, LARGE, 2], 'an update by another program')
  t.same(await totalsOf(path), [LARGE - 1, LARGE, 1], 'one of them is too small to be saved')
  change(path, "update posts set status = 'publish' where slug = 'p1'")
  await totalsOf(path)
  change(path, 'delete from assignments where id = (select min(id) from assignments)')
  t.same(await totalsOf(path, [published, carrying]), [LARGE, LARGE - 1, 2], 'a link')
  await totalsOf(path)
  const { store } = await open(path)
  await postsIn(store).insert(samplePost({ slug: 'new', status: 'publish' }))
  await store.close()
  t.same(await totalsOf(path), [LARGE + 1, LARGE - 1, 2], 'an insert')
})

t.test('a store goes on from saved totals', async t => {
  const path = await filled(`${t.testdir()}/site.sqlite`)
  await totalsOf(path)
  const { store, counted } = await open(path)
  const total = async () => (await postsIn(store).find({ where: published, limit: 1, total: true })).total
  t.equal(await total(), LARGE)
  await postsIn(store).insert(samplePost({ slug: 'new', status: 'publish' }))
  t.equal(await total(), LARGE + 1)
  t.same(counted, [], 'without counting')
  await store.close()
  t.same(await totalsOf(path, [published]), [LARGE + 1, 0], 'saved again')
})

t.test('totals that others have made outdated are not saved', async t => {
  const path = await filled(`${t.testdir()}/site.sqlite`)
  const { store } = await open(path)
  const total = async () => (await postsIn(store).find({ where: published, limit: 1, total: true })).total
  t.equal(await total(), LARGE)
  change(path, "update posts set status = 'publish' where slug = 'draft'")
  await store.close()
  t.same(await totalsOf(path, [published]), [LARGE + 1, 1])
})

t.test('a store with a total is closed while another process writes', async t => {
  const path = await filled(`${t.testdir()}/site.sqlite`)
  const store = await openSqliteStore({ path, busyTimeout: 50 })
  await postsIn(store).find({ where: published, limit: 1, total: true })
  const other = new Database(path)
  other.exec('begin immediate')
  await store.close()
  other.exec('commit')
  other.close()
  t.same(await totalsOf(path, [published]), [LARGE, 1], 'nothing was saved')
})

t.test('few totals are saved', async t => {
  const path = await filled(`${t.testdir()}/site.sqlite`)
  for (let round = 0; round < 8; round++) {
    const conditions = Array.from({ length: 20 }, (_, at) =>
      wherePosts.gt('date', `19${round}0-01-${10 + at}T00:00:00`),
    )
    await totalsOf(path, conditions)
  }
  const database = new Database(path, { readonly: true })
  const saved = Number(database.prepare('select count(*) from saved_totals').pluck().get())
  database.close()
  t.ok(saved >= 20 && saved <= 132, `${saved} are saved`)
})

t.test('a changed schema removes them', async t => {
  const path = await filled(`${t.testdir()}/site.sqlite`)
  await totalsOf(path)
  change(path, "update collections set created = replace(created, 'posts_by_guid', 'posts_by_another')")
  t.same(await totalsOf(path), [LARGE, LARGE, 2])
})
