import { sql } from 'kysely'
import type { Fragment, RunFragments } from '../dialect.js'
import type { TextsTable } from '../tables.js'
import type { Work } from '../work.js'
import { PENDING_TEXTS } from './pending-texts.js'
import { addTexts, indexesOf, type SearchIndex } from './search-index.js'

/**
 * The triggers that update the indexes after each change of a row: the suffix of the table's name in their names, and
 * their event.
 */
const UPDATING = [
  ['inserted', 'insert'],
  ['removed', 'delete'],
  ['updated', 'update'],
] as const

/** The trigger that notes that the texts to come are pending. */
const NOTING = 'noted'
/** The trigger, of another table, that indexes the pending texts. */
const INDEXING = 'indexed'

const nameOf = (textsTable: string, suffix: string) => sql.id(`${textsTable}_${suffix}`)

/**
 * Triggers that update the indexes of a texts table. New texts with the highest ids are pending at first: SQLite writes
 * a part of an index for each statement, but only one if many texts are indexed together (see `createPendingTexts`).
 */
export function createTriggers(texts: TextsTable): readonly Fragment[] {
  const indexes = indexesOf(texts)
  const table = sql.table(texts.name)
  const pending = sql.table(PENDING_TEXTS)
  const isOwn = sql`texts = ${sql.lit(texts.name)}`
  const last = sql`coalesce((select max(id) from ${table}), 0)`
  const note = sql`insert into ${pending} select ${sql.lit(texts.name)}, ${last} where not exists (select 1 from ${pending} where ${isOwn});`
  const index = indexes.map(each => sql`${addTexts(each, sql`old.after`)};`)
  return [
    sql`create table if not exists ${pending} (texts text primary key, after integer not null) without rowid`,
    sql`create trigger ${nameOf(texts.name, NOTING)} before insert on ${table} begin ${note} end`,
    ...UPDATING.map(([suffix, event]) => {
      const row = sql.raw(event === 'insert' ? 'new' : 'old')
      const isIndexed = sql`not exists (select 1 from ${pending} where ${isOwn} and after < ${row}.id)`
      const statements = indexes.flatMap(each => updatesOf(texts, each, event))
      return sql`create trigger ${nameOf(texts.name, suffix)} after ${sql.raw(event)} on ${table} when ${isIndexed} begin ${sql.join(statements, sql` `)} end`
    }),
    sql`create trigger ${nameOf(texts.name, INDEXING)} after delete on ${pending} when old.${isOwn} begin ${sql.join(index, sql` `)} end`,
  ]
}

/** Drops the triggers of an existing texts table. */
export const dropTriggers = ({ name }: TextsTable): readonly Fragment[] => [
  ...[...UPDATING.map(([suffix]) => suffix), NOTING].map(suffix => sql`drop trigger if exists ${nameOf(name, suffix)}`),
  dropTriggersElsewhere(name),
]

/** Drops those triggers that are not dropped with the texts table. */
export const dropTriggersElsewhere = (textsTable: string): Fragment =>
  sql`drop trigger if exists ${nameOf(textsTable, INDEXING)}`

/** Replaces the triggers of older files, which index each text at once. Returns false: there is no more to do. */
export function* renewTriggers(texts: TextsTable, run: RunFragments): Work<boolean> {
  const name = sql.lit(`${texts.name}_${NOTING}`)
  const [[isNew] = []] = yield* run(sql`select count(*) from sqlite_schema where type = 'trigger' and name = ${name}`)
  if (isNew === 0) yield* run(...dropTriggers(texts), ...createTriggers(texts))
  return false
}

/**
 * The statements of a trigger for one index. Indexes of one column skip empty and unchanged texts, which can be the
 * majority.
 */
function updatesOf(
  { columns }: TextsTable,
  { column, search, names }: SearchIndex,
  event: (typeof UPDATING)[number][1],
): readonly Fragment[] {
  const valuesOf = (row: string) => {
    const all = column === undefined ? columns.map(({ name }) => name) : [column]
    return sql.join(['id', ...all].map(each => sql.ref(`${row}.${each}`)))
  }
  const isKept = column !== undefined && event === 'update'
  const differs = isKept ? sql` and ${sql.ref(`old.${column}`)} <> ${sql.ref(`new.${column}`)}` : sql``
  const from = (row: string, first: Fragment) =>
    column === undefined
      ? sql`values (${first}${valuesOf(row)})`
      : sql`select ${first}${valuesOf(row)} where ${sql.ref(`${row}.${column}`)} <> ''${differs}`
  const add = sql`insert into ${search} (rowid, ${names}) ${from('new', sql``)};`
  const remove = sql`insert into ${search} (${search}, rowid, ${names}) ${from('old', sql`'delete', `)};`
  return event === 'insert' ? [add] : event === 'delete' ? [remove] : [remove, add]
}
