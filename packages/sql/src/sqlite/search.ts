import { sql } from 'kysely'
import type { Fragment, TextSearch } from '../dialect.js'
import { createTriggers, dropTriggers, dropTriggersElsewhere, renewTriggers } from './index-triggers.js'
import { optimizeIndex } from './optimize-index.js'
import {
  add,
  addTexts,
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
 * While an index is filled, new entries are buffered in memory, so that they are written as few segments. If there are
 * many texts, the segments are merged only at the end.
 */
const LOADING = { hashsize: 16 * 1024 * 1024 }
const LOADING_MANY = { automerge: 0, crisismerge: 256 }
/** The defaults of SQLite. */
const SERVING: typeof LOADING & typeof LOADING_MANY = { hashsize: 1024 * 1024, automerge: 4, crisismerge: 16 }
/** How many pages are merged before other work of the process can run. */
const MERGED_PAGES = 2000
// The index reads noncharacters as U+FFFD.
const UNCERTAIN = /[\uFFFD-\uFFFF]/

const inParentheses = (search: string) => `(${search})`

/**
 * Finds substrings of at least three characters through trigram indexes; the longer a substring, the more trigrams are
 * looked up. One index covers all columns. Each column but the last also has its own index: in the common one, a word
 * that all texts but no titles contain would seem frequent.
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
    ...dropTriggers(texts),
    ...createTriggers(texts),
  ],
  drop: (textsTable, columns) => [
    dropTriggersElsewhere(textsTable),
    ...[undefined, ...columns].map(column => sql`drop table if exists ${sql.table(searchTableOf(textsTable, column))}`),
  ],
  bulk: {
    defer: texts => [
      ...dropTriggers(texts),
      ...indexesOf(texts).flatMap(index => [command(index, 'delete-all'), ...configure(index, LOADING)]),
    ],
    add: (texts, after, last) => indexesOf(texts).map(index => addTexts(index, after, last)),
    prepare: texts => indexesOf(texts).flatMap(index => [...raise(index), ...configure(index, LOADING_MANY)]),
    beginMerge: texts => indexesOf(texts).flatMap(beginMerge),
    merge: texts => indexesOf(texts).map(index => command(index, 'merge', -MERGED_PAGES)),
    changes: sql`select total_changes()`,
    resume: texts => [...indexesOf(texts).flatMap(index => configure(index, SERVING)), ...createTriggers(texts)],
  },
  optimize: (texts, run) => [
    () => renewTriggers(texts, run),
    ...indexesOf(texts).map(index => () => optimizeIndex(index, run)),
  ],
})

function createIndex({ texts, column, search, names }: SearchIndex): Fragment {
  // Only an order by relevance needs the sizes of texts, and no query uses it.
  const sizes = column === undefined ? sql`` : sql`, columnsize = 0`
  return sql`create virtual table ${search} using fts5 (${names}, content = ${sql.lit(texts)}, content_rowid = 'id', tokenize = 'trigram case_sensitive 1'${sizes})`
}

const configure = (index: SearchIndex, options: Readonly<Record<string, number>>): readonly Fragment[] =>
  Object.entries(options).map(([name, value]) => command(index, name, value))

/**
 * Prepares an empty index for many texts, so that their segments are later merged into its highest level.
 *
 * Four segments of a level are merged into one of the next. By default, SQLite would put the largest segment on the
 * second level, and a few writes later merge it with their segments, which takes seconds at a million posts. But an
 * index that is merged while it has segments on several levels gets two more levels.
 */
function raise(index: SearchIndex): readonly Fragment[] {
  const round = [add(index, OTHER), command(index, 'optimize'), remove(index, OTHER)]
  return [add(index, FIRST), ...Array.from({ length: ROUNDS }, () => round).flat()]
}

/** Begins to merge all segments. The merged segment and the one of the removal are then on different levels. */
const beginMerge = (index: SearchIndex): readonly Fragment[] => [
  command(index, 'merge', FIRST_PAGES),
  remove(index, FIRST),
]

/** An entry without a text. It takes several pages, which keeps it on its level when `OTHER` is added. */
const FIRST: Entry = { id: -1, text: Array.from({ length: 1000 }, (_, i) => i.toString(36)).join(' ') }
const ROUNDS = 3
/** More pages than the first entry has. */
const FIRST_PAGES = 64
