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
