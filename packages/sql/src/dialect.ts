import type { TransactionOptions } from '@platen/site'
import type { Dialect as KyselyDialect, RawBuilder } from 'kysely'
import type { Changes, TableChanges } from './changes.js'
import type { Table, TextsTable } from './tables.js'
import type { Call, Result, Row, Work } from './work.js'

/** A piece of SQL. */
export type Fragment = RawBuilder<unknown>

/** Runs statements that are not cached, and gives the rows of the last. */
export type RunFragments = (...fragments: readonly Fragment[]) => Work<readonly Row[]>

/** What a dialect can do: the shared SQL goes by these, never by which dialect it is. */
export interface SqlCapabilities {
  /** How many values one INSERT best takes, of all its rows. */
  readonly valuesPerInsert: number
  /** How many rows one INSERT best takes of texts that are searched: their index may be updated once for each. */
  readonly textsPerInsert?: number
  /** Whether the rows of one INSERT get consecutive ids, of which results have the last: else they return them. */
  readonly consecutiveIds?: boolean
  /** Up to how many values a list is written as single parameters; longer ones are one JSON parameter. */
  readonly listParameters: number
  /**
   * Up to how many records that the index of texts finds are gathered and sorted; of more, those of a page are looked for
   * in its order.
   */
  readonly matchesGathered: number
}

/** SQL that dialects write differently. Arguments are SQL, so are results; tests never come to NULL if no argument is. */
export interface SqlExpressions {
  /** A subquery: the values of a JSON list of numbers or texts, as `value`. */
  list(jsonList: Fragment, kind: 'integer' | 'text'): Fragment
  /** A subquery to join with: `value` and `place` (growing, from 0) of each value, quick to find by value. */
  places(jsonList: Fragment, kind: 'integer' | 'text'): Fragment
  /** A subquery to join with: `value`, and the `place` of its list, of each value of a JSON list of lists of integers. */
  members(jsonLists: Fragment): Fragment
  /** A table to join with: `value`, each list of a JSON list of lists. */
  rows(jsonLists: Fragment): Fragment
  /** The text or number at a place of a JSON list, which is null or as the column it is stored in. */
  item(jsonList: Fragment, place: number, kind: 'integer' | 'text'): Fragment
  /** What `fold` makes of a text. */
  fold(text: Fragment): Fragment
  /** What `foldKey` makes of a text. */
  foldKey(text: Fragment): Fragment
  contains(text: Fragment, sought: Fragment): Fragment
  startsWith(text: Fragment, sought: Fragment): Fragment
  endsWith(text: Fragment, sought: Fragment): Fragment
  /** The text that a JSON value is, NULL for all others. */
  jsonToText(json: Fragment): Fragment
  /** The number that a JSON value is, NULL for all others. */
  jsonToNumber(json: Fragment): Fragment
  /** Whether a JSON list contains one of `texts` (operands of IN), or a JSON map has one as a key with `true`. */
  jsonHas(json: Fragment, texts: Fragment): Fragment
  /** A JSON list of values. It is read as text, and stays a list inside of another one. */
  jsonList(values: readonly Fragment[]): Fragment
  /**
   * A condition that holds for the record that is updated, and has a value that depends on it be the `noted` one of the
   * result. Without it, no statement tells what a record was before an update.
   */
  noted?(value: Fragment): Fragment
  /** An aggregate: the JSON list of values, or NULL. Rows come from a subquery sorted by `order`. */
  jsonGathered(value: Fragment, order: Fragment): Fragment
}

/** An index over a table of folded texts that finds parts of them. */
export interface TextSearch {
  /**
   * What the index finds of a text that is sought: all of it or a part, which is tested for the rest; `undefined` if texts are
   * looked through one by one.
   */
  partOf(sought: string): string | undefined
  /** What is bound to find the rows that hold a text in any of some columns. */
  bind(columns: readonly string[], sought: string): string
  /** What is bound to find the rows that several searches find, all of them or any. */
  join(operator: 'all' | 'any', searches: readonly string[]): string
  /** What is bound to find the rows of one search that another does not find. */
  without(search: string, other: string): string
  /** The columns of a texts table that have an index of their own, too: it finds at once that none of their texts holds a part. */
  alone(texts: TextsTable): readonly string[]
  /** A subquery: the `id` of each row that a search finds, in the index of all columns or the own one of a column. */
  ids(texts: TextsTable, column: string | undefined, bound: Fragment): Fragment
  /** Statements that create the indexes of a texts table, and triggers that update them. */
  create(texts: TextsTable): readonly Fragment[]
  /** Statements that give a texts table with an index of all columns the other indexes. */
  extend(texts: TextsTable): readonly Fragment[]
  /** Statements that drop those of some columns. */
  drop(textsTable: string, columns: readonly string[]): readonly Fragment[]
  /** How many texts are indexed together; without it, each write updates the index. */
  readonly bulk?: BulkIndexing
  /**
   * Steps that put the indexes of a texts table in order while they are in use. Each is repeated, as a write of its own,
   * until it results in false.
   */
  optimize?(texts: TextsTable, run: RunFragments): readonly (() => Work<boolean>)[]
}

/** Fills an index in the end of a transaction that writes most of its texts. */
export interface BulkIndexing {
  /** Statements that empty the index of a texts table, and stop its updates. */
  defer(texts: TextsTable): readonly Fragment[]
  /** Statements that add the texts whose ids are greater than `after`, up to `last`. */
  add(texts: TextsTable, after: Fragment, last: Fragment): readonly Fragment[]
  /** Statements that have the empty index take many texts, which are to be merged in the end. */
  prepare(texts: TextsTable): readonly Fragment[]
  /** Statements that precede those of `merge`. */
  beginMerge(texts: TextsTable): readonly Fragment[]
  /** Statements that each merge some of the pieces in which texts were added; they are repeated as `changes` says. */
  merge(texts: TextsTable): readonly Fragment[]
  /** A query for a number that grows by more than one with each statement that merges something. */
  readonly changes: Fragment
  /** Statements that have writes update the index again. */
  resume(texts: TextsTable): readonly Fragment[]
}

/** How a dialect defines tables. */
export interface SqlDdl {
  /** The type of ids with all that makes the database give them, always greater than those given before. */
  readonly id: string
  /** The type of whole numbers up to 2^53; truth values are 0 and 1. */
  readonly integer: string
  /** The type of texts, compared by code points; JSON is stored as text. */
  readonly text: string
  /** What follows the definition of a table whose key is a text. */
  readonly keyed: string
  /** Whether the database reports the newest of several unique keys that a write breaks, or the oldest. */
  readonly reportsNewestKey: boolean
  /** A query: the name of its table and its own of every column that there is. */
  readonly columns: Fragment
  /** A query, of which WHERE may follow: the `name` of every index that there is. */
  readonly indexes: Fragment
}

/** What helps the planner of a database to the best plan, without a difference in what is found. */
export interface PlannerHints {
  /** The same value, but nothing that an index is looked up by. */
  unindexed(value: Fragment): Fragment
  /** That a column has a value which few records have: what indexes of these alone are defined by. */
  rare(column: Fragment, value: Fragment): Fragment
  /** That a condition holds for few records, though the statistics say that it holds for many. */
  unlikely(condition: Fragment): Fragment
  /** A bound value that the plan must not depend on. */
  unplanned(value: Fragment): Fragment
  /**
   * A condition that always holds, but fails the statement when it takes too long; tested for the records that it goes
   * through. Without one, statements take what time they need.
   */
  inTime(id: Fragment): Fragment | undefined
  /** Statements that give the planner statistics of newly created tables and indexes. */
  statistics(tables: readonly Table[]): readonly Fragment[]
}

/** Runs calls, for as long as it is open. */
export interface SqlSession {
  /** Reads with a single call. */
  query(call: Call): Result | Promise<Result>
  /** Reads on one snapshot. `revision` is that of the snapshot, if totals that are counted there can be cached by it. */
  read<T>(work: (revision: number | undefined) => Work<T>): T | Promise<T>
  /** Writes; a write that fails is rolled back. Without `written`, it may have changed anything. */
  write<T>(work: () => Work<T>, written?: Written<T>): T | Promise<T>
  /**
   * Differs whenever options that the session reads may have changed since; by it, they are cached. `undefined` in a
   * transaction that has written some. Without it, nothing is cached.
   */
  optionsRevision?(): string | undefined
}

/** What a write changes: options, or records of a table, which its result tells. */
export type Written<T> = 'options' | ((result: T) => TableChanges)

/** The connections of a store: reads see what is committed, writes run one after the other. Failures are `StoreError`s. */
export interface SqlConnections extends SqlSession {
  transaction<T>(work: (session: SqlSession) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Differs whenever anything was committed since; what other processes commit may show some milliseconds later. */
  revision(): number
  /**
   * Has `listener` called after each commit, before anything is read, with what it has changed. The revisions that `read`
   * passes then need not differ after it; they still must after commits of which not everything is known, such as those
   * of other processes. Without it, they differ after every commit.
   */
  onCommit?(listener: (changes: Changes) => void): void
  /** The server with its version, such as `SQLite 3.50.4`; for people. */
  readonly server?: string | undefined
  /** The size of the database in bytes; without it, the size is unknown. */
  size?(): number | Promise<number>
  close(): Promise<void>
}

/** A database as the shared SQL needs it. */
export interface SqlDialect {
  readonly capabilities: SqlCapabilities
  readonly expressions: SqlExpressions
  readonly search: TextSearch | undefined
  readonly ddl: SqlDdl
  /** Without a hint SQL is written plainly. */
  readonly hints?: Partial<PlannerHints>
  /** What compiles queries; its driver is never used. */
  readonly compiler: KyselyDialect
  readonly connections: SqlConnections
}
