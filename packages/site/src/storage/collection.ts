import type { AnyRecord, BaseRecord, NewRecord, RecordChanges, RecordUpdate } from './base-record.js'
import type { Condition, CountedFieldOf, FieldOf, Query, TextFieldOf } from './query.js'

/** Related records by the id of the owner, for each requested relation. `L` are the collection's relations. */
export type Related<L = Readonly<Record<string, unknown>>> = {
  readonly [N in keyof L]?: ReadonlyMap<number, L[N]>
}

/** What a query found. `total` is there when it was requested. */
export interface Found<R extends BaseRecord, L = Readonly<Record<string, unknown>>> {
  readonly records: readonly R[]
  readonly total: number | undefined
  /** Whether there are more records than `total`, because the query requested to count no further. */
  readonly capped?: true | undefined
  readonly related: Related<L>
}

/** What an update may demand. */
export interface UpdateOptions {
  /** The version that the change was based on; any other makes it fail with the code `version`. */
  readonly version?: number | undefined
  /**
   * Leaves the version as it is: for values that are derived from other records, such as counts. Whoever edits the record
   * meanwhile loses nothing.
   */
  readonly keepVersion?: boolean | undefined
}

/** The records of a collection: frozen on output, copied on input. `L` are its relations, `N` what an insert takes. */
export interface Collection<R extends BaseRecord, L = Readonly<Record<string, unknown>>, N = NewRecord<R>> {
  get(id: number): Promise<R | undefined>
  find(query: Query<R, keyof L & string>): Promise<Found<R, L>>
  /** The first record of a query. */
  first(query: Query<R, keyof L & string>): Promise<R | undefined>
  /** Some fields of the records that `find` would find, beside `id`: for what needs no long texts. */
  pick<F extends FieldOf<R>>(fields: readonly F[], query: Query<R>): Promise<readonly Pick<R, F | 'id'>[]>
  count(where?: Condition<R>): Promise<number>
  /** The different values that a text field has among the matching records. */
  distinct(field: TextFieldOf<R>, where: Condition<R>): Promise<ReadonlySet<string>>
  /**
   * How many matching records have each value of a field of texts or whole numbers, by the value as a text; with
   * `characters`, each beginning of a text of so many characters. There is no entry for values that no record has.
   */
  tally(field: CountedFieldOf<R>, where: Condition<R>, characters?: number): Promise<ReadonlyMap<string, number>>
  /** Related records of records that the caller already holds: all of them at the cost of one query. */
  related(ids: readonly number[], relations: readonly (keyof L & string)[]): Promise<Related<L>>
  insert(record: N): Promise<R>
  insertMany(records: readonly N[]): Promise<readonly R[]>
  /**
   * Changes a record and raises its version, also when nothing is changed, unless `keepVersion` is set. Fails with
   * `not_found` or `version`.
   */
  update(id: number, changes: RecordChanges<R>, options?: UpdateOptions): Promise<R>
  /**
   * Changes several records, each in its own way, and raises their versions: at the cost of few statements if all change
   * the same fields. Fails with `not_found`; throws a `TypeError` for two updates of one record.
   */
  updateMany(updates: readonly RecordUpdate<R>[]): Promise<void>
  /** Changes all matching records, raises their versions and says how many there were. */
  updateWhere(where: Condition<R>, changes: RecordChanges<R>): Promise<number>
  /** Whether there was such a record. */
  remove(id: number): Promise<boolean>
  removeWhere(where: Condition<R>): Promise<number>
}

/** A collection whose records have no type of their own: how stores make them all. */
export type AnyCollection = Collection<AnyRecord>
