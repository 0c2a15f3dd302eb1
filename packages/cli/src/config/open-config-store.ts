import { type Store, StoreError } from '@platen/storage'
import { storeError } from '../store-error.js'
import type { LoadedConfig } from './load-config.js'
import { configError } from './load-error.js'

/** Opens the store of a configuration. A `CliError` names the file if that fails or the result is not a store. */
export async function openConfigStore(
  { path = '', files }: LoadedConfig,
  open: () => Store | Promise<Store>,
): Promise<Store> {
  try {
    const store: Partial<Store> | undefined = await open()
    if (typeof store?.transaction !== 'function' || typeof store.close !== 'function')
      throw new Error('"store" must return a store, such as that of openSqliteStore')
    return store as Store
  } catch (error) {
    throw configError(path, files, error instanceof StoreError ? storeError(error) : error)
  }
}
