export { createSqlStore } from './create-sql-store.js'
export type {
  Fragment,
  SqlCapabilities,
  SqlConnections,
  SqlDialect,
  SqlExpressions,
  SqlSession,
  TextSearch,
} from './dialect.js'
export { openSqliteStore, type SqliteStoreOptions, type SqliteSynchronous } from './sqlite/open-sqlite-store.js'
export type { Call, Result, Row, Statement, Work } from './work.js'
