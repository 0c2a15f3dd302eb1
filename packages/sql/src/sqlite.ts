// Stores in SQLite.
export { openSqliteStore } from './sqlite/open-sqlite-store.js'
export type { SqliteStoreOptions, SqliteSynchronous } from './sqlite/store-options.js'
