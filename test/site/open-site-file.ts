import { openSqliteStore, type SqliteStoreOptions } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import { builtInCollections } from './built-in-collections.js'

/** Opens the SQLite file of a site that another program has made, prepared for the collections of built-in features. */
export const openSiteFile = (path: string): Promise<Store> => openForSite({ path, mustExist: true })

/** Opens a SQLite file, prepared for the collections of built-in features. */
export async function openForSite(options: SqliteStoreOptions): Promise<Store> {
  const store = await openSqliteStore(options)
  await store.prepare(builtInCollections)
  return store
}
