import { requireOptions } from '@platen/core'
import { driverError, type Store } from '@platen/storage'
import { type SqliteStoreOptions, storeChecks } from './store-options.js'

/**
 * Opens a store in a SQLite file and brings the file's schema up to date. Several processes may open the same file.
 * Rejects with a `StoreError` that names the file if it cannot be used. Its code is `not_found` if there is no store in
 * the file (with `mustExist`), `unavailable` if it is locked or written by a later version of this library, `full` if
 * there is no space for it, and `failed` if it is damaged, not a database or cannot be read. Rejects with a `DriverError`
 * if `better-sqlite3` is not installed or not built, and with a `RangeError` for unknown and invalid options.
 *
 * ```ts
 * const store = await openSqliteStore({ path: 'site.sqlite' })
 * ```
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  requireOptions('openSqliteStore', options, storeChecks)
  const { openFile } = await import('./open-file.js').catch(error => {
    throw driverError('better-sqlite3', error) ?? error
  })
  return openFile(options)
}
