import type {
  Condition,
  CountedFieldOf,
  FieldOf,
  IntegerFieldOf,
  Query,
  TextFieldOf,
  TextLimits,
} from '../queries/query.js'
import type { AnyRecord, BaseRecord, NewRecord, RecordChanges, RecordUpdate } from './base-record.js'

/** Related records by the id of the owner, for each requested relation. `L` are the collection's relations. */
export type Related<L = Readonly<Record<string, unknown>>> = {
  readonly [N in keyof L]?: ReadonlyMap<number, L[N]>
}

/** The result of a query. `total` is set if it was requested. */
export interface Found<R extends BaseRecord, L = Readonly<Record<string, unknown>>> {
  readonly records: readonly R[]
  readonly total: number | undefined
  /** Whether there are more records than `total`, because the query limited the count. */
  readonly capped?: true | undefined
  readonly related: Related<L>
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
  find(query: Query<R, keyof L & string>): Promise<Found<R, L>>
  /** The first record of a query. */
  first(query: Query<R, keyof L & string>): Promise<R | undefined>
  /** `id` and some fields of the records that `find` would return, without loading long texts. */
  pick<F extends FieldOf<R>>(fields: readonly F[], query: Query<R>): Promise<readonly Pick<R, F | 'id'>[]>
  count(where?: Condition<R>): Promise<number>
  /** The different values that a text field has among the matching records. */
  distinct(field: TextFieldOf<R>, where: Condition<R>): Promise<ReadonlySet<string>>
  /**
   * The number of matching records for each value of a text or integer field, by the value as text; with `characters`,
   * for each prefix of that length. Values that no record has are absent.
   */
  tally(field: CountedFieldOf<R>, where: Condition<R>, characters?: number): Promise<ReadonlyMap<string, number>>
  /**
   * The related records of records that are already loaded, with one query for all of them. `options` limits their
   * texts, as those of a query do.
   */
  related(ids: readonly number[], relations: readonly (keyof L & string)[], options?: TextLimits): Promise<Related<L>>
  insert(record: N): Promise<R>
  insertMany(records: readonly N[]): Promise<readonly R[]>
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

/** A collection with untyped records, as stores create them. */
export type AnyCollection = Collection<AnyRecord>
