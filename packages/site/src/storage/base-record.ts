/** What every record has. `id` is given by the store, unique in its collection and growing; `version` starts at 1 and grows with every update. */
export interface BaseRecord {
  readonly id: number
  readonly version: number
}

/** A record of any collection, its fields by name. */
export type AnyRecord = BaseRecord & Readonly<Record<string, unknown>>

/** A record on its way in: the store gives `version`, and `id` unless the caller brings one (an import that keeps ids). */
export type NewRecord<R extends BaseRecord> = Omit<R, 'id' | 'version'> & { readonly id?: number }

/** What an update may change. */
export type RecordChanges<R extends BaseRecord> = Partial<Omit<R, 'id' | 'version'>>

/** The changes of one of several records that are updated at once. */
export interface RecordUpdate<R extends BaseRecord> {
  readonly id: number
  readonly changes: RecordChanges<R>
}

/** Throws a `TypeError` for two updates of one record. */
export function requireOneEach(updates: readonly { readonly id: number }[]): void {
  if (new Set(updates.map(({ id }) => id)).size < updates.length)
    throw new TypeError('A record has two updates at once.')
}
