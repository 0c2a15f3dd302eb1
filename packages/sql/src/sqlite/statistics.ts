import type { Database } from 'better-sqlite3'

/**
 * What the planner is told of a large site: for each index, how many rows it has and how many share its first column,
 * its first two, and so on. Without it SQLite takes every index for selective, and lists of many posts are slow; were
 * it gathered from the rows (by ANALYZE), SQLite would plan many statements anew for every value they are run with.
 */
const STATISTICS: readonly (readonly [table: string, index: string, numbers: string])[] = [
  ['posts', 'posts_by_status_and_date', '100000 90000 80000 2'],
  ['posts', 'posts_by_modified', '100000 90000 80000 2'],
  ['posts', 'posts_by_title', '100000 90000 80000 2'],
  ['posts', 'posts_by_type_and_date', '100000 90000 2 1 1'],
  ['posts', 'posts_by_date', '100000 2 1 1 1'],
  ['posts', 'posts_by_slug', '100000 2 1'],
  ['posts', 'posts_by_parent', '100000 10 5 2'],
  ['posts', 'posts_by_author', '100000 500 400 300 2'],
  ['posts', 'posts_by_guid', '100000 2'],
  ['posts', 'posts_by_due_date', '100 2'],
  ['posts', 'posts_by_id', '100000 90000 80000 1 1 1'],
  ['posts', 'posts_by_menu_order', '100000 90000 80000 20000'],
  ['terms', 'terms_slug', '2000 1000 1'],
  ['terms', 'terms_by_name', '2000 1000 2'],
  ['terms', 'terms_by_parent', '2000 20'],
  ['terms', 'terms_by_count', '2000 1000 50'],
  ['assignments', 'assignments_by_object', '200000 3 1 1 1'],
  ['assignments', 'assignments_by_term', '200000 100 1'],
  ['users', 'users_login', '1000 1'],
  ['users', 'users_email', '1000 1'],
  ['users', 'users_slug', '1000 1'],
  ['users', 'users_by_display_name', '1000 2'],
  ['comments', 'comments_by_status', '100000 90000 80000 2'],
  ['comments', 'comments_by_date', '100000 90000 2 1'],
  ['comments', 'comments_by_post', '100000 20 15 15 1'],
  ['comments', 'comments_by_parent', '100000 5'],
  ['comments', 'comments_by_author', '100000 50'],
  ['meta', 'meta_by_object', '300000 5 4'],
  ['meta', 'meta_by_key', '300000 20000 20000 2'],
  ['meta', 'meta_by_value', '300000 20000 20000 10'],
  ['application_passwords', 'application_passwords_uuid', '2000 1'],
  ['application_passwords', 'application_passwords_by_user', '2000 3'],
]

/** Tells the planner; connections that are opened later know it too. */
export function setStatistics(database: Database): void {
  // It makes the table of statistics, and later has it read.
  database.exec('analyze sqlite_schema; delete from sqlite_stat1')
  const insert = database.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)')
  for (const [table, index, numbers] of STATISTICS) insert.run(table, index, `${numbers} noskipscan`)
  database.exec('analyze sqlite_schema')
}
