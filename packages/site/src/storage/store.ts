import type { Condition, Query, Relation, TextFieldOf } from './query.js'
import type {
  BaseRecord,
  CollectionName,
  MetaRecord,
  NewRecord,
  RecordChanges,
  Records,
  TermRecord,
} from './records.js'

/** How many revisions a post has, and the id of the latest one (autosaves do not count). */
export interface RevisionSummary {
  readonly count: number
  readonly latest: number
}

/** Related records by the id of the record they belong to; a map is there when its relation was asked for. */
export interface Related {
  /** Terms in the order of their position. */
  readonly terms?: ReadonlyMap<number, readonly TermRecord[]>
  /** Meta values in the order of their ids. */
  readonly meta?: ReadonlyMap<number, readonly MetaRecord[]>
  readonly revisions?: ReadonlyMap<number, RevisionSummary>
}

/** What a query found. `total` is there when the query asked for it. */
export interface Found<R extends BaseRecord> {
  readonly records: readonly R[]
  readonly total: number | undefined
  readonly related: Related
}

/** What an update may demand. */
export interface UpdateOptions {
  /** The version that the change was based on; any other makes it fail with the code `version`. */
  readonly version?: number | undefined
}

/** One kind of record. Records that come out are frozen; those that go in are copied. */
export interface Collection<R extends BaseRecord> {
  get(id: number): Promise<R | undefined>
  find(query: Query<R>): Promise<Found<R>>
  /** The first record of a query. */
  first(query: Query<R>): Promise<R | undefined>
  count(where?: Condition<R>): Promise<number>
  /** The different values that a text field has among the matching records. */
  distinct(field: TextFieldOf<R>, where: Condition<R>): Promise<ReadonlySet<string>>
  /** Related records of records that the caller already holds: all of them at the cost of one query. */
  related(ids: readonly number[], relations: readonly Relation[]): Promise<Related>
  insert(record: NewRecord<R>): Promise<R>
  insertMany(records: readonly NewRecord<R>[]): Promise<readonly R[]>
  /** Changes a record and raises its version, also when nothing is changed. Fails with `not_found` or `version`. */
  update(id: number, changes: RecordChanges<R>, options?: UpdateOptions): Promise<R>
  /** Changes all matching records, raises their versions and says how many there were. */
  updateWhere(where: Condition<R>, changes: RecordChanges<R>): Promise<number>
  /** Whether there was such a record. */
  remove(id: number): Promise<boolean>
  removeWhere(where: Condition<R>): Promise<number>
}

/** Named JSON values: settings and whatever else the site remembers about itself. */
export interface OptionStore {
  get(name: string): Promise<unknown>
  /** All of them. */
  all(): Promise<ReadonlyMap<string, unknown>>
  set(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<boolean>
}

/** The collections of a store, inside or outside of a transaction. */
export type StoreContents = { readonly [N in CollectionName]: Collection<Records[N]> } & {
  readonly options: OptionStore
}

/**
 * Where a site keeps its records. Unique are: a user's login and email (folded) and slug, a term's slug within its
 * taxonomy, an application password's uuid; a write that would break this fails with the code `conflict`.
 */
export interface Store extends StoreContents {
  /**
   * Runs work whose writes belong together: all of them are kept when it resolves, none when it rejects. It must use
   * the contents it is handed; outside of it nobody sees its writes before the end. Writers take turns; a transaction
   * begun inside of another one is not supported (hand the contents on instead).
   */
  transaction<T>(work: (contents: StoreContents) => Promise<T>): Promise<T>
  /**
   * A number that differs whenever anything was written since, by whatever process: what caches are checked against.
   * What other processes write may show some milliseconds later.
   */
  revision(): number
  /** Releases what the store holds. */
  close(): Promise<void>
}

/**
 * Why a store refused: stable codes, so that the site never reads a driver's message. `unavailable` may be over soon
 * (somebody else holds a lock), `full` needs room, and `failed` needs an operator (the data is damaged or cannot be read).
 */
export type StoreErrorCode = 'conflict' | 'not_found' | 'version' | 'unavailable' | 'full' | 'failed'

/** A refusal of a store. `field` names the field of a conflict. */
export class StoreError extends Error {
  readonly code: StoreErrorCode
  readonly field: string | undefined

  constructor(
    code: StoreErrorCode,
    message: string,
    options: { readonly field?: string; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'StoreError'
    this.code = code
    this.field = options.field
  }
}
