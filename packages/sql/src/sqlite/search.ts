import { sql } from 'kysely'
import type { Fragment, TextSearch } from '../dialect.js'

/** The full-text index over a table of folded texts. */
const searchTableOf = (textsTable: string): string => `${textsTable}_search`

const SHORTEST = 3
const LONGEST = 100

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
  create({ name, columns }) {
    const search = sql.id(searchTableOf(name))
    const names = sql.join(columns.map(column => sql.id(column.name)))
    const rowOf = (row: string) =>
      sql.join(['id', ...columns.map(column => column.name)].map(each => sql.ref(`${row}.${each}`)))
    const add = sql`insert into ${search} (rowid, ${names}) values (${rowOf('new')});`
    const remove = sql`insert into ${search} (${search}, rowid, ${names}) values ('delete', ${rowOf('old')});`
    const trigger = (suffix: string, event: 'insert' | 'delete' | 'update', does: Fragment) =>
      sql`create trigger ${sql.id(`${name}_${suffix}`)} after ${sql.raw(event)} on ${sql.table(name)} begin ${does} end`
    return [
      sql`create virtual table ${search} using fts5 (${names}, content = ${sql.lit(name)}, content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
      trigger('inserted', 'insert', add),
      trigger('removed', 'delete', remove),
      trigger('updated', 'update', sql`${remove} ${add}`),
    ]
  },
  drop: textsTable => [sql`drop table if exists ${sql.table(searchTableOf(textsTable))}`],
})
