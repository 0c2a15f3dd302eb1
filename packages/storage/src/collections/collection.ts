import type {
  AnyQuery,
  Condition,
  CountedFieldOf,
  FieldOf,
  IntegerFieldOf,
  Query,
  TextFieldOf,
  TextLimits,
} from '../queries/query.js'
import type { AnyRecord, BaseRecord, NewRecord, RecordChanges, RecordUpdate } from './base-record.js'

/** Related records by the id of the owner, for each loaded relation: those in `N` of a collection's relations `L`. */
export type Related<L = Readonly<Record<string, unknown>>, N extends keyof L = keyof L> = {
  readonly [K in N]: ReadonlyMap<number, L[K]>
}

/**
 * The related records that a list of relations loads: `['meta']` loads exactly this relation; those of a list of unknown
 * length are optional.
 */
export type LoadedRelations<L, W extends readonly (keyof L)[]> = Related<L, NamedBy<W>> & Partial<Related<L, W[number]>>

/** The names that a list is certain to contain: none for an array or a union of tuples, nor elements that are unions. */
type NamedBy<W extends readonly unknown[]> = number extends W['length']
  ? never
  : [W] extends [Single<W>]
    ? { [I in keyof W]: Single<W[I]> }[number]
    : never

/** `T`, or `never` if it is a union. */
type Single<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? T : never) : never

/** The result of a query with the relations `W`. `total` is set if it was requested. */
export interface Found<
  R extends BaseRecord,
  L = Readonly<Record<string, unknown>>,
  W extends readonly (keyof L)[] = readonly (keyof L)[],
> {
  readonly records: readonly R[]
  readonly total: number | undefined
  /** Whether there are more records than `total`, because the query limited the count. */
  readonly capped?: true | undefined
  readonly related: LoadedRelations<L, W>
}

/** Options of an insert. */
export interface InsertOptions {
  /** Stores the `version` that each record has, for a copy of records from another store; 1 for records without one. */
  readonly keepVersions?: boolean | undefined
}

/** Options of an update. */
export interface UpdateOptions {
  /**
   * The version that the change is based on; if the record has another version, the update fails with the code
   * `version`.
   */
  readonly version?: number | undefined
  /**
   * Does not change the version: for values that are derived from other records, such as counts. Concurrent edits of
   * the record do not conflict.
   */
  readonly keepVersion?: boolean | undefined
}

/**
 * The records of a collection: frozen on output, copied on input. `L` is the type of its relations, `N` the type of an
 * insert.
 */
export interface Collection<R extends BaseRecord, L = Readonly<Record<string, unknown>>, N = NewRecord<R>> {
  get(id: number): Promise<R | undefined>
  find<const W extends readonly (keyof L & string)[] = readonly []>(query: Query<R, W>): Promise<Found<R, L, W>>
  /** The first record of a query. */
  first(query: Query<R>): Promise<R | undefined>
  /** `id` and some fields of the records that `find` would return, without loading long texts. */
  pick<F extends FieldOf<R>>(fields: readonly F[], query: Query<R>): Promise<readonly Pick<R, F | 'id'>[]>
  count(where?: Condition<R>): Promise<number>
  /** The different values that a text field has among the matching records. */
  distinct(field: TextFieldOf<R>, where: Condition<R>): Promise<ReadonlySet<string>>
  /**
   * The number of matching records for each value of a text or integer field, by the value as text; with `characters`,
   * for each prefix of that length. Values that no record has are absent. With `limit`, at most so many records are
   * counted, any of those that match.
   */
  tally(
    field: CountedFieldOf<R>,
    where: Condition<R>,
    characters?: number,
    limit?: number,
  ): Promise<ReadonlyMap<string, number>>
  /**
   * The related records of records that are already loaded, with one query for all of them. `options` limits their
   * texts, as those of a query do.
   */
  related<const W extends readonly (keyof L & string)[]>(
    ids: readonly number[],
    relations: W,
    options?: TextLimits,
  ): Promise<LoadedRelations<L, W>>
  insert(record: N): Promise<R>
  insertMany(records: readonly N[], options?: InsertOptions): Promise<readonly R[]>
  /**
   * Changes a record and increases its version, even if nothing changes, unless `keepVersion` is set. Fails with
   * `not_found` or `version`.
   */
  update(id: number, changes: RecordChanges<R>, options?: UpdateOptions): Promise<R>
  /**
   * Updates several records, each with its own changes, and increases their versions. It takes few statements if all
   * change the same fields. Fails with `not_found`; throws a `TypeError` for two updates of one record.
   */
  updateMany(updates: readonly RecordUpdate<R>[]): Promise<void>
  /**
   * Adds an amount to an integer field of each record, by its id, without reading it: concurrent increments add up. Values
   * stop at 0. Skips ids without a record, and increases versions unless `keepVersion` is set.
   */
  increment(
    field: IntegerFieldOf<R>,
    amounts: ReadonlyMap<number, number>,
    options?: Pick<UpdateOptions, 'keepVersion'>,
  ): Promise<void>
  /** Changes all matching records, increases their versions, and resolves with their number. */
  updateWhere(where: Condition<R>, changes: RecordChanges<R>): Promise<number>
  /** Removes a record; resolves with whether it existed. */
  remove(id: number): Promise<boolean>
  removeWhere(where: Condition<R>): Promise<number>
}

/** A collection with untyped records and relations, as stores create them. */
export interface AnyCollection extends Omit<Collection<AnyRecord>, 'find' | 'related'> {
  find(query: AnyQuery): Promise<Found<AnyRecord>>
  related(ids: readonly number[], relations: readonly string[], options?: TextLimits): Promise<Partial<Related>>
}
