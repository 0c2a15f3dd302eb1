import { openSqliteStore } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import { builtInCollections } from './built-in-collections.js'

/** Opens the SQLite file of a site that another program has made, prepared for the collections of built-in features. */
export async function openSiteFile(path: string): Promise<Store> {
  const store = await openSqliteStore({ path, mustExist: true })
  await store.prepare(builtInCollections)
  return store
}
