import { sql } from 'kysely'
import type { Fragment, TextSearch } from '../dialect.js'
import type { TextsTable } from '../tables.js'

/** The full-text index over a table of folded texts, or over one of its columns. */
const searchTableOf = (textsTable: string, column?: string): string =>
  column === undefined ? `${textsTable}_search` : `${textsTable}_search_${column}`

const SHORTEST = 3
const LONGEST = 100

/** How many bytes of new entries are held in memory, so that they are written in few pieces; and what SQLite has by default. */
const LOADING_BYTES = 16 * 1024 * 1024
const DEFAULT_BYTES = 1024 * 1024

// The index takes noncharacters for U+FFFD.
const UNCERTAIN = /[\uFFFD-\uFFFF]/

/** Each column but the last has an index of its own. */
const aloneIn = (columns: TextsTable['columns']) => columns.slice(0, -1).map(({ name }) => name)

const inParentheses = (search: string) => `(${search})`

/**
 * Finds parts of three characters and more by indexes of trigrams; the longer a part, the more of them are looked up. One
 * index has all columns; each but the last also has its own, since what all texts hold would hide that no title does.
 */
export const sqliteSearch: TextSearch = Object.freeze<TextSearch>({
  takes(sought) {
    const length = sought.length > 2 * LONGEST ? sought.length : [...sought].length
    return length >= SHORTEST && length <= LONGEST && !sought.includes('\0') && !UNCERTAIN.test(sought)
  },
  bind: (columns, sought) => `{${columns.join(' ')}} : "${sought.replaceAll('"', '""')}"`,
  join: (operator, searches) => searches.map(inParentheses).join(operator === 'all' ? ' AND ' : ' OR '),
  without: (search, other) => `${inParentheses(search)} NOT ${inParentheses(other)}`,
  alone: ({ columns }) => aloneIn(columns),
  ids({ name }, column, bound) {
    const search = sql.id(searchTableOf(name, column))
    return sql`(select rowid as id from ${search} where ${search} match ${bound})`
  },
  create: texts => [...indexesOf(texts).map(createIndex), ...createTriggers(texts)],
  extend: texts => [
    ...indexesOf(texts)
      .filter(({ column }) => column !== undefined)
      .flatMap(index => [createIndex(index), command(index, 'rebuild')]),
    ...dropTriggers(texts, sql`if exists`),
    ...createTriggers(texts),
  ],
  drop: (textsTable, columns) =>
    [undefined, ...columns].map(column => sql`drop table if exists ${sql.table(searchTableOf(textsTable, column))}`),
  bulk: {
    defer: texts => [
      ...dropTriggers(texts, sql``),
      ...indexesOf(texts).flatMap(index => [command(index, 'delete-all'), configure(index, 'hashsize', LOADING_BYTES)]),
    ],
    add: (texts, after, last) =>
      indexesOf(texts).map(({ column, search, names }) => {
        const some = column === undefined ? sql`` : sql` and ${sql.id(column)} <> ''`
        return sql`insert into ${search} (rowid, ${names}) select id, ${names} from ${sql.table(texts.name)} where id > ${after} and id <= ${last}${some}`
      }),
    resume: texts => [
      ...indexesOf(texts).map(index => configure(index, 'hashsize', DEFAULT_BYTES)),
      ...createTriggers(texts),
    ],
  },
})

/** An index over the columns of a texts table, or over one of them. */
interface SearchIndex {
  readonly texts: string
  readonly column: string | undefined
  readonly search: Fragment
  readonly names: Fragment
}

function indexesOf({ name, columns }: TextsTable): readonly SearchIndex[] {
  const all = columns.map(column => column.name)
  return [undefined, ...aloneIn(columns)].map(column => ({
    texts: name,
    column,
    search: sql`${sql.id(searchTableOf(name, column))}`,
    names: sql.join((column === undefined ? all : [column]).map(each => sql.id(each))),
  }))
}

function createIndex({ texts, column, search, names }: SearchIndex): Fragment {
  // The sizes of texts are of use for an order that is not used.
  const sizes = column === undefined ? sql`` : sql`, columnsize = 0`
  return sql`create virtual table ${search} using fts5 (${names}, content = ${sql.lit(texts)}, content_rowid = 'id', tokenize = 'trigram case_sensitive 1'${sizes})`
}

const command = ({ search }: SearchIndex, name: string): Fragment =>
  sql`insert into ${search} (${search}) values (${sql.lit(name)})`

const configure = ({ search }: SearchIndex, name: string, value: number): Fragment =>
  sql`insert into ${search} (${search}, rank) values (${sql.lit(name)}, ${sql.lit(value)})`

/** What follows the name of the table in the names of the triggers that update the indexes, and what they follow. */
const TRIGGERS = [
  ['inserted', 'insert'],
  ['removed', 'delete'],
  ['updated', 'update'],
] as const

const dropTriggers = ({ name }: TextsTable, condition: Fragment): readonly Fragment[] =>
  TRIGGERS.map(([suffix]) => sql`drop trigger ${condition} ${sql.id(`${name}_${suffix}`)}`)

function createTriggers(texts: TextsTable): readonly Fragment[] {
  const indexes = indexesOf(texts)
  return TRIGGERS.map(([suffix, event]) => {
    const statements = indexes.flatMap(index => updatesOf(texts, index, event))
    return sql`create trigger ${sql.id(`${texts.name}_${suffix}`)} after ${sql.raw(event)} on ${sql.table(texts.name)} begin ${sql.join(statements, sql` `)} end`
  })
}

/** The statements of a trigger for one index. Most texts of a column may be empty, or stay as they are. */
function updatesOf(
  { columns }: TextsTable,
  { column, search, names }: SearchIndex,
  event: (typeof TRIGGERS)[number][1],
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
