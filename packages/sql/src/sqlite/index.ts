export { openSqliteStore } from './open-sqlite-store.js'
export type { SqliteStoreOptions, SqliteSynchronous } from './store-options.js'
