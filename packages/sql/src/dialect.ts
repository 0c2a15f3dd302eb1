import type { Changes, TransactionOptions } from '@platen/storage'
import type { Dialect as KyselyDialect, RawBuilder } from 'kysely'
import type { Column, Counters, Table, TextsTable } from './tables.js'
import type { Call, Result, Row, Work } from './work.js'

/** A piece of SQL. */
export type Fragment = RawBuilder<unknown>

/** Runs statements that are not cached, and returns the rows of the last one. */
export type RunFragments = (...fragments: readonly Fragment[]) => Work<readonly Row[]>

/** The capabilities of a dialect: the shared SQL depends on these, and never on which dialect it is. */
export interface SqlCapabilities {
  /** The optimal number of values in one INSERT, over all its rows. */
  readonly valuesPerInsert: number
  /** The optimal number of rows in one INSERT of searched texts: their index may be updated once per statement. */
  readonly textsPerInsert?: number
  /**
   * Whether the rows of one INSERT get consecutive ids and results contain the last one; otherwise statements return
   * all ids.
   */
  readonly consecutiveIds?: boolean
  /** Whether its connections run the calls that follow another one (`Call.followed`). */
  readonly followedCalls?: boolean
  /** Whether a statement that inserts or updates rows can be part of another one, which gets the ids. */
  readonly nestedWrites?: boolean
  /** A query after which new records of a table get ids above those of rows that were inserted with an id. */
  raiseIds?(table: string): Fragment
  /**
   * How an INSERT begins; `insert into` by default. If it fails, its first rows may stay: the transaction or savepoint
   * around it is rolled back.
   */
  readonly insertInto?: Fragment
  /** The maximum length of a list that is passed as single parameters; longer lists are one JSON parameter. */
  readonly listParameters: number
  /**
   * The maximum number of records from the index of texts that are gathered and sorted; beyond that, the records are
   * scanned in the order of the page.
   */
  readonly matchesGathered: number
}

/**
 * SQL that differs between dialects. Arguments and results are SQL; tests never result in NULL unless an argument is
 * NULL.
 */
export interface SqlExpressions {
  /** A subquery: the values of a JSON list of numbers or texts, as `value`. */
  list(jsonList: Fragment, kind: 'integer' | 'text'): Fragment
  /** A subquery to join with: `value` and `place` (increasing, from 0) of each value, with fast lookup by value. */
  places(jsonList: Fragment, kind: 'integer' | 'text'): Fragment
  /** A subquery to join with, for a JSON list of lists of integers: each `value`, and the `place` of its list. */
  members(jsonLists: Fragment): Fragment
  /** A table to join with: `value`, each list of a JSON list of lists. */
  rows(jsonLists: Fragment): Fragment
  /** The text or number at an index of a JSON list; it is null or has the type of the column that it is stored in. */
  item(jsonList: Fragment, place: number, kind: 'integer' | 'text'): Fragment
  /** The result of `fold` for a text. */
  fold(text: Fragment): Fragment
  /** The result of `foldKey` for a text. */
  foldKey(text: Fragment): Fragment
  contains(text: Fragment, sought: Fragment): Fragment
  /** The same test as `contains` for a column of a table of texts, if it is written in another way to use an index. */
  containsIndexed?(text: Fragment, sought: Fragment): Fragment
  /** A table to read from: about so many rows of a table, from all over it. With it, `containsIndexed` is only used for rare texts. */
  sample?(table: string, rows: number): Fragment
  startsWith(text: Fragment, sought: Fragment): Fragment
  endsWith(text: Fragment, sought: Fragment): Fragment
  /** The text that a JSON value is, NULL for all others. */
  jsonToText(json: Fragment): Fragment
  /** The number that a JSON value is, NULL for all others. */
  jsonToNumber(json: Fragment): Fragment
  /** Tests whether a JSON list contains one of `texts` (operands of IN), or a JSON map has one as a key with `true`. */
  jsonHas(json: Fragment, texts: Fragment): Fragment
  /** A JSON list of values. It is read as text, and remains a list within another one. */
  jsonList(values: readonly Fragment[]): Fragment
  /** An aggregate: the JSON list of values, or NULL. Rows come from a subquery sorted by `order`. */
  jsonGathered(value: Fragment, order: Fragment): Fragment
}

/** An index over a table of folded texts that finds parts of them. */
export interface TextSearch {
  /**
   * The part of a search text that the index finds: all of it, or a part whose matches are then tested; `undefined` if
   * texts are scanned one by one.
   */
  partOf(sought: string): string | undefined
  /** The bound value that finds the rows that contain a text in any of some columns. */
  bind(columns: readonly string[], sought: string): string
  /** The bound value that finds the rows that all or any of several searches find. */
  join(operator: 'all' | 'any', searches: readonly string[]): string
  /** The bound value that finds the rows of one search that another does not find. */
  without(search: string, other: string): string
  /**
   * The columns of a texts table that also have their own index: it quickly shows that none of their texts contains a
   * part.
   */
  alone(texts: TextsTable): readonly string[]
  /**
   * A subquery: the `id` of each row that a search finds, in the index of all columns or in the index of one column.
   */
  ids(texts: TextsTable, column: string | undefined, bound: Fragment): Fragment
  /** Statements that create the indexes of a texts table, and triggers that update them. */
  create(texts: TextsTable): readonly Fragment[]
  /** Statements that add the other indexes to a texts table with an index of all columns. */
  extend(texts: TextsTable): readonly Fragment[]
  /** Statements that drop the indexes of some columns. */
  drop(textsTable: string, columns: readonly string[]): readonly Fragment[]
  /** The number of texts that are indexed together; without it, each write updates the index. */
  readonly bulk?: BulkIndexing
  /**
   * Steps that optimize the indexes of a texts table while they are in use. Each step is repeated, as a separate write,
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
  /** Statements that prepare the empty index for many texts, which are merged at the end. */
  prepare(texts: TextsTable): readonly Fragment[]
  /** Statements that run before those of `merge`. */
  beginMerge(texts: TextsTable): readonly Fragment[]
  /**
   * Statements that each merge some of the segments of added texts; they are repeated as long as `changes` shows
   * progress.
   */
  merge(texts: TextsTable): readonly Fragment[]
  /** A query for a number that grows by more than one with each statement that merges something. */
  readonly changes: Fragment
  /** Statements after which writes update the index again. */
  resume(texts: TextsTable): readonly Fragment[]
}

/** How a dialect defines tables. */
export interface SqlDdl {
  /** The type of ids, including everything that makes the database assign increasing ids. */
  readonly id: string
  /** The type of whole numbers up to 2^53; truth values are 0 and 1. */
  readonly integer: string
  /** The type of texts, compared by code points; JSON is stored as text. */
  readonly text: string
  /** The SQL after the definition of a table whose key is a text. */
  readonly keyed: string
  /** Whether the database reports the newest of several unique keys that a write breaks, or the oldest. */
  readonly reportsNewestKey: boolean
  /** The number of characters of a folded text in indexes that are not unique; without it, they contain all of it. */
  readonly indexedLength?: number
  /** Whether an index that is not unique has the ids only if its key does: the order of a page always ends with them. */
  readonly omitsIds?: boolean
  /** Statements that create indexes of a table of texts, in which the planner finds parts of texts without being told. */
  textIndexes?(texts: TextsTable): readonly Fragment[]
  /** A query that returns the table name and column name of every existing column. */
  readonly columns: Fragment
  /** A query that returns the `name` of every existing index; WHERE may follow. */
  readonly indexes: Fragment
  /** Without it, all changes of tables are made in one transaction. */
  readonly online?: OnlineDdl
}

/** What the names of indexes begin with that replace others when they are complete. */
export const UNFINISHED = 'next__'

/** How large tables change while other processes, which do not know of the change, read and write them. */
export interface OnlineDdl {
  /** The schema of the tables, if `SqlConnections.buildIndex` creates indexes; otherwise, a transaction does. */
  readonly concurrently?: { readonly schema: string }
  /**
   * Statements after which the folded texts of some columns are those of the texts, also if others write only the texts. They
   * replace those of before for the table.
   */
  follow(table: string, columns: readonly Column[]): readonly Fragment[]
  /** A query that returns the names of a table's indexes that begin with `UNFINISHED`. */
  unfinished(table: string): Fragment
  /** Statements that undo those of `follow`, if they have run. */
  unfollow(table: string): readonly Fragment[]
}

/**
 * Hints that help the database's planner find the best plan, without changing results. In SQLite, with 100,000 posts, a
 * list by slug takes 1.6 ms instead of 57 ms because of `unindexed`, and one by date of 240 posts that were modified
 * recently 1.4 ms instead of 6.9 ms because of `statistics`.
 */
export interface PlannerHints {
  /** The same value, written so that no index is used for it. */
  unindexed(value: Fragment): Fragment
  /**
   * A condition that a column has a value that few records have, as in the definition of partial indexes for these
   * records.
   */
  rare(column: Fragment, value: Fragment): Fragment
  /** Whether a value is one of those that a subquery finds, which is run first: an index finds the records with these. */
  within(value: Fragment, subquery: Fragment): Fragment
  /** A subquery that is run for each record, rather than once for all of them. */
  perRecord(subquery: Fragment): Fragment
  /** A hint that few records match a condition, although statistics suggest many. */
  unlikely(condition: Fragment): Fragment
  /** A bound value that the plan must not depend on. */
  unplanned(value: Fragment): Fragment
  /**
   * A condition that is always true, but fails the statement if it takes too long; it is tested for scanned records.
   * Without it, statements have no time limit.
   */
  inTime(id: Fragment): Fragment | undefined
  /** Statements that give the planner statistics of newly created tables and indexes. */
  statistics(tables: readonly Table[]): readonly Fragment[]
}

/** How a database updates counters when records change. */
export interface Counting {
  /**
   * A number for the session, if transactions run beside each other: counters are then one row for each, so that those
   * transactions do not wait for each other to count.
   */
  readonly slot?: Fragment
  /** Statements after which every change of the records, even by another program, updates the `number` of counters. */
  create(counters: Counters): readonly Fragment[]
  /** Statements that undo those of `create` for a table and the table of its counters. */
  drop(table: string, counters: string): readonly Fragment[]
}

/** Runs calls while it is open. */
export interface SqlSession {
  /** Reads with a single call. Without the names of the collections that it reads, it may read anything. */
  query(call: Call, names?: () => Iterable<string>): Result | Promise<Result>
  /** The same on one snapshot. `changes` are those that it contains, if totals can be cached by them. */
  read<T>(work: (changes: Changes | undefined) => Work<T>, names?: () => Iterable<string>): T | Promise<T>
  /**
   * Writes to a collection (`options` for the options); a write that fails is rolled back. Without a name, it may have
   * changed anything.
   */
  write<T>(work: () => Work<T>, collection?: string): T | Promise<T>
  /**
   * Changes whenever the options that the session reads may have changed; options are cached by it. `undefined` in a
   * transaction that has written options. Without it, nothing is cached.
   */
  optionsRevision?(): string | number | undefined
  /** In a concurrent transaction: waits for others that hold one of the keys. Without it, transactions run one by one. */
  lock?(keys: readonly string[]): Promise<void>
}

/**
 * The connections of a store: reads see committed data, and writes run one after the other,
 * but for those of concurrent transactions. Failures are `StoreError`s.
 */
export interface SqlConnections extends SqlSession {
  transaction<T>(work: (session: SqlSession) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Runs a transaction that defines tables, again if others must not wait for it; one with `bulk` by default. */
  define?<T>(work: (session: SqlSession) => Promise<T>): Promise<T>
  /** Creates an index unless it exists, with SQL that lets others write meanwhile. What is left of a failed attempt is removed. */
  buildIndex?(name: string, sql: string): Promise<void>
  /** See `Store`. Commits of other processes may be visible some milliseconds later. */
  revision(names?: Iterable<string>): number
  /** The server with its version, such as `SQLite 3.50.4`; for display. */
  readonly server?: string | undefined
  /** The name of the database in errors, such as its file. */
  readonly place?: string | undefined
  /** Is aborted when they are closed, with the error for what was running. */
  readonly closed?: AbortSignal
  /** Returns the size of the database in bytes; without it, the size is unknown. */
  size?(): number | Promise<number>
  close(): Promise<void>
}

/** A database as the shared SQL needs it. */
export interface SqlDialect {
  readonly capabilities: SqlCapabilities
  readonly expressions: SqlExpressions
  readonly search: TextSearch | undefined
  readonly ddl: SqlDdl
  /** Without it, all totals are counted. */
  readonly counting?: Counting
  /** Missing hints have no effect. */
  readonly hints?: Partial<PlannerHints>
  /** The Kysely dialect that compiles queries; its driver is never used. */
  readonly compiler: KyselyDialect
  readonly connections: SqlConnections
}
