export type { Change, Changes, Images, TableChanges } from './changes.js'
export { createSqlStore } from './create-sql-store.js'
export type {
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
  TotalSaving,
  Written,
} from './dialect.js'
export { type Column, fieldOfColumn, type Table, type TextsTable, type Unindexed } from './tables.js'
export type { Call, Result, Row, Statement, Work } from './work.js'
