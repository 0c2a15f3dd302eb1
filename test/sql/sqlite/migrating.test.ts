import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'

const applied = (path: string): unknown[] => {
  const database = new Database(path, { readonly: true })
  const numbers = database.prepare('select number from migrations order by number').pluck().all()
  database.close()
  return numbers
}

t.test('the steps are applied once', async t => {
  const path = `${t.testdir()}/site.sqlite`
  await (await openSqliteStore({ path })).close()
  const first = applied(path)
  t.same(
    first,
    first.map((_, at) => at + 1),
    'in order',
  )
  await (await openSqliteStore({ path })).close()
  t.same(applied(path), first)
})

t.test('many that start at once', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const stores = await Promise.all(Array.from({ length: 5 }, () => openSqliteStore({ path })))
  t.equal(new Set(applied(path)).size, applied(path).length)
  for (const store of stores) await store.close()
})

t.test('a later version of the schema is refused', async t => {
  const path = `${t.testdir()}/site.sqlite`
  await (await openSqliteStore({ path })).close()
  const database = new Database(path)
  database.exec("insert into migrations (number, name) values (1000, 'from the future')")
  database.close()
  await t.rejects(openSqliteStore({ path }), { code: 'unavailable' })
})

t.test('a step that fails leaves nothing behind', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const database = new Database(path)
  database.exec('create table users (id integer primary key)')
  await t.rejects(openSqliteStore({ path }), { code: 'failed', cause: { code: 'SQLITE_ERROR' } })
  t.same(database.prepare("select name from sqlite_schema where type = 'table'").pluck().all(), ['users'])
  database.close()
})
