import { sql } from 'kysely'
import type { SqlDdl } from '../dialect.js'

/** How SQLite defines tables. */
export const sqliteDdl: SqlDdl = Object.freeze<SqlDdl>({
  id: 'integer primary key autoincrement',
  integer: 'integer',
  text: 'text',
  keyed: 'without rowid',
  reportsNewestKey: true,
  columns: sql`select tables.name, columns.name from sqlite_schema as tables join pragma_table_info(tables.name) as columns where tables.type = 'table'`,
  indexes: sql`select name from (select name from sqlite_schema where type = 'index')`,
})
