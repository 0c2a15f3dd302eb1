import { type CollectionName, fold, StoreError } from '@platen/site'
import type { AnyRecord } from './record.js'
import type { Indexes, Rows } from './rows.js'

const text = (record: AnyRecord, field: string) => String(record[field])

/** By collection: the fields that must be unique, and the keys that must differ. */
const UNIQUE: { readonly [N in CollectionName]?: Indexes<AnyRecord> } = {
  users: {
    login: record => fold(text(record, 'login')),
    email: record => fold(text(record, 'email')),
    slug: record => text(record, 'slug'),
  },
  terms: { slug: record => JSON.stringify([record.taxonomy, record.slug]) },
  applicationPasswords: { uuid: record => text(record, 'uuid') },
}

const indexName = (field: string) => `unique ${field}`

export const uniqueKeys = (name: CollectionName): Indexes<AnyRecord> =>
  Object.fromEntries(Object.entries(UNIQUE[name] ?? {}).map(([field, keyOf]) => [indexName(field), keyOf]))

/** Fails with `conflict` when another record has what must be this one's own. */
export function requireUnique(name: CollectionName, rows: Rows<number, AnyRecord>, record: AnyRecord): void {
  for (const [field, keyOf] of Object.entries(UNIQUE[name] ?? {})) {
    for (const other of rows.lookup(indexName(field), keyOf(record))) {
      if (other.id !== record.id) throw conflict(name, field)
    }
  }
}

export const conflict = (name: CollectionName, field: string): StoreError =>
  new StoreError('conflict', `Another record of ${name} has the same ${field}.`, { field })
