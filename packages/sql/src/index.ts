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
export type { Call, Result, Row, Statement, Work } from './work.js'
