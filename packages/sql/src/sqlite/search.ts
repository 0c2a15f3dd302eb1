import { sql } from 'kysely'
import type { Fragment, TextSearch } from '../dialect.js'
import type { TextsTable } from '../tables.js'
import { optimizeIndex } from './optimize-index.js'
import {
  add,
  aloneIn,
  command,
  type Entry,
  indexesOf,
  OTHER,
  remove,
  type SearchIndex,
  searchTableOf,
} from './search-index.js'

const SHORTEST = 3
const LONGEST = 100

/**
 * While an index is filled, many bytes of new entries are held in memory, so that they are written in few pieces; where there
 * are many, these are not merged before the end.
 */
const LOADING = { hashsize: 16 * 1024 * 1024 }
const LOADING_MANY = { automerge: 0, crisismerge: 256 }
/** What SQLite has by default. */
const SERVING: typeof LOADING & typeof LOADING_MANY = { hashsize: 1024 * 1024, automerge: 4, crisismerge: 16 }
/** How many pages are merged before other work of the process has its turn. */
const MERGED_PAGES = 2000
// The index takes noncharacters for U+FFFD.
const UNCERTAIN = /[\uFFFD-\uFFFF]/

const inParentheses = (search: string) => `(${search})`

/**
 * Finds parts of three characters and more by indexes of trigrams; the longer a part, the more of them are looked up. One
 * index has all columns; each but the last also has its own, since what all texts hold would hide that no title does.
 */
export const sqliteSearch: TextSearch = Object.freeze<TextSearch>({
  partOf(sought) {
    const characters = [...sought.slice(0, 2 * LONGEST)].slice(0, LONGEST)
    const part = characters.join('')
    return characters.length >= SHORTEST && !part.includes('\0') && !UNCERTAIN.test(part) ? part : undefined
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
      ...indexesOf(texts).flatMap(index => [command(index, 'delete-all'), ...configure(index, LOADING)]),
    ],
    add: (texts, after, last) =>
      indexesOf(texts).map(({ column, search, names }) => {
        const some = column === undefined ? sql`` : sql` and ${sql.id(column)} <> ''`
        return sql`insert into ${search} (rowid, ${names}) select id, ${names} from ${sql.table(texts.name)} where id > ${after} and id <= ${last}${some}`
      }),
    prepare: texts => indexesOf(texts).flatMap(index => [...raise(index), ...configure(index, LOADING_MANY)]),
    beginMerge: texts => indexesOf(texts).flatMap(beginMerge),
    merge: texts => indexesOf(texts).map(index => command(index, 'merge', -MERGED_PAGES)),
    changes: sql`select total_changes()`,
    resume: texts => [...indexesOf(texts).flatMap(index => configure(index, SERVING)), ...createTriggers(texts)],
  },
  optimize: (texts, run) => indexesOf(texts).map(index => () => optimizeIndex(index, run)),
})

function createIndex({ texts, column, search, names }: SearchIndex): Fragment {
  // The sizes of texts are of use for an order that is not used.
  const sizes = column === undefined ? sql`` : sql`, columnsize = 0`
  return sql`create virtual table ${search} using fts5 (${names}, content = ${sql.lit(texts)}, content_rowid = 'id', tokenize = 'trigram case_sensitive 1'${sizes})`
}

const configure = (index: SearchIndex, options: Readonly<Record<string, number>>): readonly Fragment[] =>
  Object.entries(options).map(([name, value]) => command(index, name, value))

/**
 * Has an empty index take many texts, whose pieces are then put together on its highest level.
 *
 * Four pieces of a level are merged into one of the next. Left to itself, SQLite would have the largest piece on the second
 * level, and a few writes later merge it with theirs: seconds, at a million posts. But an index that is merged while it has
 * pieces on several levels gets two levels more.
 */
function raise(index: SearchIndex): readonly Fragment[] {
  const round = [add(index, OTHER), command(index, 'optimize'), remove(index, OTHER)]
  return [add(index, FIRST), ...Array.from({ length: ROUNDS }, () => round).flat()]
}

/** Begins to put all pieces together: what is merged, and what is removed then, are on two levels. */
const beginMerge = (index: SearchIndex): readonly Fragment[] => [
  command(index, 'merge', FIRST_PAGES),
  remove(index, FIRST),
]

/** An entry without a text: it has several pages, which keeps it on its level when `OTHER` is added. */
const FIRST: Entry = { id: -1, text: Array.from({ length: 1000 }, (_, i) => i.toString(36)).join(' ') }
const ROUNDS = 3
/** More than those of the first entry. */
const FIRST_PAGES = 64

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
