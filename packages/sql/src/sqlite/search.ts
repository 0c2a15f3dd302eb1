import { sql } from 'kysely'
import type { Fragment, TextSearch } from '../dialect.js'
import type { TextsTable } from '../tables.js'

/** The full-text index over a table of folded texts. */
const searchTableOf = (textsTable: string): string => `${textsTable}_search`

const SHORTEST = 3
const LONGEST = 100

/** How many bytes of new entries are held in memory, so that they are written in few pieces; and what SQLite has by default. */
const LOADING_BYTES = 16 * 1024 * 1024
const DEFAULT_BYTES = 1024 * 1024

// The index takes noncharacters for U+FFFD.
const UNCERTAIN = /[\uFFFD-\uFFFF]/

/** Finds parts of three characters and more by an index of trigrams; the longer a part, the more of them are looked up. */
export const sqliteSearch: TextSearch = Object.freeze<TextSearch>({
  takes(sought) {
    const length = sought.length > 2 * LONGEST ? sought.length : [...sought].length
    return length >= SHORTEST && length <= LONGEST && !sought.includes('\0') && !UNCERTAIN.test(sought)
  },
  bind: (columns, sought) => `{${columns.join(' ')}} : "${sought.replaceAll('"', '""')}"`,
  ids(textsTable, _columns, bound) {
    const search = sql.id(searchTableOf(textsTable))
    return sql`(select rowid from ${search} where ${search} match ${bound})`
  },
  create: texts => {
    const { name } = texts
    return [
      sql`create virtual table ${searchOf(name)} using fts5 (${namesOf(texts)}, content = ${sql.lit(name)}, content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
      ...triggersOf(texts),
    ]
  },
  drop: textsTable => [sql`drop table if exists ${sql.table(searchTableOf(textsTable))}`],
  bulk: {
    defer: ({ name }) => [
      ...TRIGGERS.map(trigger => sql`drop trigger ${sql.id(`${name}_${trigger}`)}`),
      command(name, 'delete-all'),
      configure(name, 'hashsize', LOADING_BYTES),
    ],
    add: (texts, after, last) =>
      sql`insert into ${searchOf(texts.name)} (rowid, ${namesOf(texts)}) select id, ${namesOf(texts)} from ${sql.table(texts.name)} where id > ${after} and id <= ${last}`,
    resume: texts => [configure(texts.name, 'hashsize', DEFAULT_BYTES), ...triggersOf(texts)],
  },
})

/** What follows the name of the table in the names of the triggers that update the index. */
const TRIGGERS = ['inserted', 'removed', 'updated'] as const

const searchOf = (textsTable: string): Fragment => sql`${sql.id(searchTableOf(textsTable))}`

const namesOf = ({ columns }: TextsTable): Fragment => sql.join(columns.map(({ name }) => sql.id(name)))

const command = (textsTable: string, name: string): Fragment =>
  sql`insert into ${searchOf(textsTable)} (${searchOf(textsTable)}) values (${sql.lit(name)})`

const configure = (textsTable: string, name: string, value: number): Fragment =>
  sql`insert into ${searchOf(textsTable)} (${searchOf(textsTable)}, rank) values (${sql.lit(name)}, ${sql.lit(value)})`

function triggersOf(texts: TextsTable): readonly Fragment[] {
  const { name, columns } = texts
  const rowOf = (row: string) =>
    sql.join(['id', ...columns.map(column => column.name)].map(each => sql.ref(`${row}.${each}`)))
  const add = sql`insert into ${searchOf(name)} (rowid, ${namesOf(texts)}) values (${rowOf('new')});`
  const remove = sql`insert into ${searchOf(name)} (${searchOf(name)}, rowid, ${namesOf(texts)}) values ('delete', ${rowOf('old')});`
  const does = {
    inserted: ['insert', add],
    removed: ['delete', remove],
    updated: ['update', sql`${remove} ${add}`],
  } as const
  return TRIGGERS.map(trigger => {
    const [event, statements] = does[trigger]
    return sql`create trigger ${sql.id(`${name}_${trigger}`)} after ${sql.raw(event)} on ${sql.table(name)} begin ${statements} end`
  })
}
