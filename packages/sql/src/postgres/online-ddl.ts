import { sql } from 'kysely'
import { type Fragment, type OnlineDdl, UNFINISHED } from '../dialect.js'
import { foldSql } from '../folding-sql.js'
import { quoted } from './ddl.js'
import { postgresExpressions } from './expressions.js'
import type { PostgresFeature } from './store-options.js'

const anyOf = (conditions: readonly Fragment[]) => sql.join(conditions, sql` or `)

/** How PostgreSQL changes tables that others use. */
export const onlineDdl = (schema: string, without: readonly PostgresFeature[]): OnlineDdl => ({
  ...(!without.includes('concurrent-indexes') && { concurrently: { schema } }),
  follow(table, columns) {
    const folded = columns.flatMap(column =>
      column.foldedName === undefined ? [] : { column, text: column.name, fold: column.foldedName },
    )
    if (folded.length === 0 || without.includes('transitions')) return []
    const name = sql.id(nameOf(table))
    const [added, removed] = [
      (column: string) => sql`new.${sql.id(column)}`,
      (column: string) => sql`old.${sql.id(column)}`,
    ]
    const set = folded.map(
      ({ column, text, fold }) => sql`${added(fold)} := ${foldSql(postgresExpressions, column, added(text))}`,
    )
    const isMissing = folded.map(({ text, fold }) => sql`(${added(text)} <> '' and coalesce(${added(fold)}, '') = '')`)
    const isOutdated = folded.map(
      ({ text, fold }) =>
        sql`(${added(text)} is distinct from ${removed(text)} and ${added(fold)} is not distinct from ${removed(fold)})`,
    )
    const trigger = (event: string, when: readonly Fragment[]) =>
      sql`create trigger ${sql.id(`${nameOf(table)}_${event}`)} before ${sql.raw(event)} on ${sql.table(table)} for each row when (${anyOf(when)}) execute function ${name}()`
    return [
      sql`create function ${name}() returns trigger language plpgsql set search_path from current as $$ begin ${sql.join(set, sql`; `)}; return new; end $$`,
      // Conditions of triggers cost little: those who write folded texts hardly ever run the function.
      trigger('insert', isMissing),
      trigger('update', isOutdated),
    ]
  },
  unfinished: table =>
    sql`select relname from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = to_regclass(${sql.lit(quoted(table))}) and starts_with(relname, ${sql.lit(UNFINISHED)})`,
  unfollow: table => [sql`drop function if exists ${sql.id(nameOf(table))}() cascade`],
})

/** No collection has this name: those of collections become names without repeated underscores. */
const nameOf = (table: string) => `${table}__follow`
