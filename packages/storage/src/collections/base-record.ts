/**
 * The fields of every record. The store assigns `id`, which is unique and increasing within a collection; `version`
 * starts at 1 and increases with every update.
 */
export interface BaseRecord {
  readonly id: number
  readonly version: number
}

/** A record of any collection, its fields by name. */
export type AnyRecord = BaseRecord & Readonly<Record<string, unknown>>

/**
 * A record to insert: the store assigns `version` (see `InsertOptions`), and `id` unless the caller provides one (an import that preserves
 * ids).
 */
export type NewRecord<R extends BaseRecord> = Omit<R, 'id' | 'version'> & { readonly id?: number }

/** The fields that an update may change. */
export type RecordChanges<R extends BaseRecord> = Partial<Omit<R, 'id' | 'version'>>

/** The changes of one record in an update of several records. */
export interface RecordUpdate<R extends BaseRecord> {
  readonly id: number
  readonly changes: RecordChanges<R>
}

/** Throws a `TypeError` for two updates of one record. */
export function requireOneEach(updates: readonly { readonly id: number }[]): void {
  if (new Set(updates.map(({ id }) => id)).size < updates.length)
    throw new TypeError('A record has two updates at once.')
}
