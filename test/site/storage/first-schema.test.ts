import {
  applicationPasswords,
  assignments,
  comments,
  meta,
  metaIn,
  posts,
  postsIn,
  terms,
  termsIn,
  users,
  wherePosts,
  whereTerms,
} from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import Database from 'better-sqlite3'
import t from 'tap'
import { samplePost } from '../sample-records.js'
import { firstSchema } from './first-schema.js'

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Makes a file as it was after some steps. */
function makeFile(path: string, steps: number): void {
  const database = new Database(path)
  database.pragma('journal_mode = wal')
  database.exec('create table migrations (number integer primary key, name text not null) strict')
  for (const [at, step] of firstSchema.slice(0, steps).entries()) {
    database.exec(step)
    database.prepare('insert into migrations (number, name) values (?, ?)').run(at + 1, `step ${at + 1}`)
  }
  database.close()
}

/** Opens a file for the collections that the first files have. */
async function openFile(path: string): Promise<Store> {
  const store = await openSqliteStore({ path })
  await store.prepare([posts, terms, assignments, users, comments, meta, applicationPasswords])
  return store
}

/** Everything in a schema that makes a difference. */
function schemaOf(path: string) {
  const database = new Database(path, { readonly: true })
  const all = (sql: string, ...values: unknown[]) => database.prepare(sql).all(...values) as Rows
  const plain = (sql: unknown) =>
    String(sql)
      .toLowerCase()
      .replaceAll('"', '')
      .replace(/['();]/g, ' ')
      .replace(/\s*,\s*/g, ', ')
      .replace(/\s*=\s*/g, ' = ')
      .replace(/\s+/g, ' ')
      .trim()
  const named = all("select type, name, tbl_name as owner, sql from sqlite_schema where name not like 'sqlite_%'")
  const own = named.filter(({ name }) => !['migrations', 'collections'].includes(String(name)))
  const tables = own.filter(({ type }) => type === 'table')
  const columns = tables.map(({ name }) => [
    name,
    all('select name, lower(type) as type, "notnull", pk, dflt_value from pragma_table_xinfo(?) order by cid', name),
    all('select name, wr, strict, type from pragma_table_list where name = ?', name),
    all('select "table", "from", "to", on_delete from pragma_foreign_key_list(?)', name),
  ])
  const indexes = tables.flatMap(({ name: owner }) =>
    all('select name, "unique", partial, origin from pragma_index_list(?) order by seq', owner).map(index => [
      owner,
      index,
      all('select name, desc, coll, key from pragma_index_xinfo(?) order by seqno', index['name']),
      plain(own.find(({ name }) => name === index['name'])?.['sql'] ?? '').replace(/.* on /, ''),
    ]),
  )
  const others = own
    .filter(({ type, sql }) => type === 'trigger' || String(sql).toLowerCase().startsWith('create virtual'))
    .map(({ name, owner, sql }) => [name, owner, plain(sql)])
  database.close()
  const byName = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
  return { columns: columns.sort(byName), indexes: indexes.sort(byName), others: others.sort(byName) }
}

/** An index of the first files that another one has replaced: nobody knows that it may go. */
const REPLACED = 'posts_by_id'
const isNamed = (name: string, [, index]: readonly unknown[]) => (index as Rows[number])['name'] === name

/** A schema without the orders of columns and indexes: what is added comes last. */
const unordered = ({ columns, indexes, others }: ReturnType<typeof schemaOf>) => ({
  columns: columns.map(([name, all, ...rest]) => [
    name,
    (all as Rows).map(column => JSON.stringify(column)).sort(),
    ...rest,
  ]),
  indexes: indexes
    .filter(index => !isNamed(REPLACED, index))
    .map(index => JSON.stringify(index))
    .sort(),
  others,
})

/** The columns that the first files do not have, by table. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  posts: ['trashed_status'],
  application_passwords: ['scopes', 'expires', 'networks'],
}
const ADDED_INDEX = 'posts_by_status_and_author'

/** Everything but comments, added columns, counters and the indexes of texts is as it was in the first files. */
const unchanged = ({ columns, indexes, others }: ReturnType<typeof schemaOf>) => {
  const isUnchanged = ([name]: readonly unknown[]) =>
    name !== 'comments' && !/^(post_texts_|pending_texts$|posts__counts)/.test(String(name))
  return {
    columns: columns
      .filter(isUnchanged)
      .map(([name, all, ...rest]) => [
        name,
        (all as Rows).filter(column => !ADDED[String(name)]?.includes(String(column['name']))),
        ...rest,
      ]),
    indexes: indexes.filter(
      index =>
        isUnchanged(index) && ![REPLACED, `${REPLACED}_and_author`, ADDED_INDEX].some(name => isNamed(name, index)),
    ),
    others: others.filter(isUnchanged),
  }
}

t.test('after opening, the tables of the first files match the declarations', async t => {
  const folder = t.testdir()
  makeFile(`${folder}/first.sqlite`, 3)
  await (await openFile(`${folder}/new.sqlite`)).close()
  const [first, made] = [schemaOf(`${folder}/first.sqlite`), schemaOf(`${folder}/new.sqlite`)]
  t.strictSame(unchanged(made), unchanged(first), 'in their order, that in which SQLite considers indexes')
  t.equal(first.indexes.length > 30, true)
  await (await openFile(`${folder}/first.sqlite`)).close()
  const [opened, fresh] = [unordered(schemaOf(`${folder}/first.sqlite`)), unordered(made)]
  t.strictSame(opened.columns, fresh.columns)
  t.strictSame(opened.others, fresh.others)
  t.strictSame(
    opened.indexes.filter(index => fresh.indexes.includes(index)),
    fresh.indexes,
    'older ones may stay',
  )
})

t.test('a first file keeps its content', async t => {
  const path = `${t.testdir()}/site.sqlite`
  makeFile(path, 3)
  const database = new Database(path)
  database.exec(`insert into terms (version, taxonomy, name, name_folded, slug, slug_folded, description, parent, "group", count)
    values (4, 'category', 'Ä', 'a', 'a', 'a', '', 0, 0, 0)`)
  database.close()
  const before = schemaOf(path)
  for (let at = 0; at < 2; at++) {
    const store = await openFile(path)
    const found = await termsIn(store).first({ where: whereTerms.equalsText('name', 'ä') })
    t.match(found, { version: 4, taxonomy: 'category', name: 'Ä' })
    await postsIn(store).insert(samplePost({ title: 'A title', content: 'Some words' }))
    t.equal(await postsIn(store).count(wherePosts.containsText('content', 'WORD')), at + 1)
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'ITLE')), at + 1)
    await store.close()
    t.strictSame(unchanged(schemaOf(path)), unchanged(before))
  }
})

t.test('posts in the trash get the status that they had before, from their meta', async t => {
  const path = `${t.testdir()}/site.sqlite`
  makeFile(path, 3)
  const database = new Database(path)
  const { trashedStatus: _none, ...post } = samplePost({ status: 'trash' })
  const fields = Object.entries(post).map(([field, value]) => [snakeCase(field), value] as const)
  const columns = ['version', ...fields.map(([name]) => name), 'title_folded']
  const insert = database.prepare(
    `insert into posts (${columns.map(name => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
  )
  for (let at = 0; at < 3; at++) insert.run(1, ...fields.map(([, value]) => value), '')
  const given = database.prepare('insert into meta (version, kind, object, key, value) values (1, ?, ?, ?, ?)')
  given.run('post', 1, '_trash_status', '"publish"')
  given.run('post', 2, '_trash_status', '"draft"')
  given.run('post', 2, '_trash_time', '1')
  given.run('comment', 3, '_trash_status', '"approved"')
  database.close()
  for (let at = 0; at < 2; at++) {
    const store = await openFile(path)
    t.strictSame(
      await postsIn(store).pick(['trashedStatus'], { order: [{ by: 'field', field: 'id', direction: 'asc' }] }),
      [
        { id: 1, trashedStatus: 'publish' },
        { id: 2, trashedStatus: 'draft' },
        { id: 3, trashedStatus: '' },
      ],
    )
    t.strictSame(
      await metaIn(store).pick(['kind', 'key'], { order: [{ by: 'field', field: 'id', direction: 'asc' }] }),
      [
        { id: 3, kind: 'post', key: '_trash_time' },
        { id: 4, kind: 'comment', key: '_trash_status' },
      ],
    )
    await store.close()
  }
})

for (const steps of [1, 2]) {
  t.test(`a file after step ${steps} gets the missing tables and columns`, async t => {
    const folder = t.testdir()
    const path = `${folder}/site.sqlite`
    makeFile(path, steps)
    makeFile(`${folder}/first.sqlite`, 3)
    const database = new Database(path)
    const columns = Object.keys(posts.columns).filter(field => /^[a-z]+$/.test(field))
    database.exec(
      `insert into posts (version, ${columns.join()}, title_folded, date_gmt, modified_gmt, menu_order, comment_status, ping_status, mime_type, comment_count)
      values (1, ${columns.map(field => (['author', 'parent'].includes(field) ? '1' : `'${field}'`)).join()}, 'title', '', '', 0, '', '', '', 0)`,
    )
    if (steps > 1)
      database.exec("insert into post_texts (id, title, excerpt, content) values (1, 'title', 'excerpt', 'content')")
    database.close()
    const store = await openFile(path)
    t.equal(
      await postsIn(store).count(wherePosts.containsText('content', 'ONTEN')),
      1,
      'what there was is found by its text',
    )
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'ITLE')), 1, 'and by its title')
    await store.close()
    await (await openFile(`${folder}/first.sqlite`)).close()
    t.strictSame(unordered(schemaOf(path)), unordered(schemaOf(`${folder}/first.sqlite`)))
  })
}
