import { sql } from 'kysely'
import type { Fragment } from '../dialect.js'
import type { TextsTable } from '../tables.js'

/** The full-text index over a table of folded texts, or over one of its columns. */
export const searchTableOf = (textsTable: string, column?: string): string =>
  column === undefined ? `${textsTable}_search` : `${textsTable}_search_${column}`

/** The columns that also have an index of their own: all but the last. */
export const aloneIn = (columns: TextsTable['columns']) => columns.slice(0, -1).map(({ name }) => name)

/** An index over the columns of a texts table, or over one of them. */
export interface SearchIndex {
  readonly texts: string
  readonly column: string | undefined
  readonly search: Fragment
  readonly columns: readonly string[]
  readonly names: Fragment
}

export function indexesOf({ name, columns }: TextsTable): readonly SearchIndex[] {
  const all = columns.map(column => column.name)
  return [undefined, ...aloneIn(columns)].map(column => {
    const own = column === undefined ? all : [column]
    const search = sql`${sql.id(searchTableOf(name, column))}`
    return { texts: name, column, search, columns: own, names: sql.join(own.map(each => sql.id(each))) }
  })
}

export const command = ({ search }: SearchIndex, name: string, value?: number): Fragment =>
  value === undefined
    ? sql`insert into ${search} (${search}) values (${sql.lit(name)})`
    : sql`insert into ${search} (${search}, rank) values (${sql.lit(name)}, ${sql.lit(value)})`

/** An entry that is added to an index and removed again. It does not belong to a text. */
export interface Entry {
  readonly id: number
  readonly text: string
}

/** A small entry. */
export const OTHER: Entry = { id: -2, text: 'other' }

const entry = ({ columns }: SearchIndex, { id, text }: Entry) => sql.join([id, ...columns.map(() => text)].map(sql.lit))

export const add = (index: SearchIndex, added: Entry): Fragment =>
  sql`insert into ${index.search} (rowid, ${index.names}) values (${entry(index, added)})`

export const remove = (index: SearchIndex, removed: Entry): Fragment =>
  sql`insert into ${index.search} (${index.search}, rowid, ${index.names}) values ('delete', ${entry(index, removed)})`

/** Adds the texts whose ids are greater than `after`, up to `last`. Indexes of one column skip empty texts. */
export function addTexts({ texts, column, search, names }: SearchIndex, after: Fragment, last?: Fragment): Fragment {
  const until = last === undefined ? sql`` : sql` and id <= ${last}`
  const some = column === undefined ? sql`` : sql` and ${sql.id(column)} <> ''`
  return sql`insert into ${search} (rowid, ${names}) select id, ${names} from ${sql.table(texts)} where id > ${after}${until}${some}`
}
