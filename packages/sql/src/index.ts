export { createSqlStore } from './create-sql-store.js'
export type {
  Counting,
  Fragment,
  PlannerHints,
  RunFragments,
  SqlCapabilities,
  SqlConnections,
  SqlDdl,
  SqlDialect,
  SqlExpressions,
  SqlSession,
  TextSearch,
} from './dialect.js'
export { type Column, type Counters, fieldOfColumn, type Table, type TextsTable, type Unindexed } from './tables.js'
export type { Call, Result, Row, Statement, Work } from './work.js'
