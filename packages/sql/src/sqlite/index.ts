export { openSqliteStore, type SqliteStoreOptions, type SqliteSynchronous } from './open-sqlite-store.js'
