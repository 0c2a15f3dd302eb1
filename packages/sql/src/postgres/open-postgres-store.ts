import { requireOptions } from '@platen/core'
import { driverError, type Store } from '@platen/storage'
import { type PostgresStoreOptions, storeChecks } from './store-options.js'

/**
 * Opens a store in a PostgreSQL database (15 or later, in UTF-8) and brings its tables up to date. Several processes may
 * use the same schema; a schema of its own separates a site from others. Rejects with a `StoreError` that names the
 * database: `unavailable` if it cannot be reached, or was written by a later version of this library, `not_found` if there
 * is no store in it (with `mustExist`). Rejects with a `DriverError` if `pg` is not installed, and with a `RangeError` for
 * unknown and invalid options.
 *
 * ```ts
 * const store = await openPostgresStore({ url: 'postgres://platen:secret@localhost/site' })
 * ```
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  requireOptions('openPostgresStore', options, storeChecks)
  const { openDatabase } = await import('./open-database.js').catch(error => {
    throw driverError('pg', error) ?? error
  })
  return openDatabase(options)
}
