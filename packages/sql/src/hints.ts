import { sql } from 'kysely'
import type { PlannerHints, SqlDialect } from './dialect.js'

/** A dialect with all hints; missing ones have no effect. */
export type ResolvedDialect = Omit<SqlDialect, 'hints'> & { readonly hints: PlannerHints }

const plain: PlannerHints = {
  unindexed: value => value,
  rare: (column, value) => sql`${column} = ${value}`,
  within: (value, subquery) => sql`${value} in (select * from (${subquery}) as gathered)`,
  perRecord: subquery => subquery,
  unlikely: condition => condition,
  unplanned: value => value,
  inTime: () => undefined,
  statistics: () => [],
}

export const resolveHints = (dialect: SqlDialect): ResolvedDialect => ({
  ...dialect,
  hints: { ...plain, ...dialect.hints },
})
