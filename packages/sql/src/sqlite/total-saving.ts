import { sql } from 'kysely'
import type { TotalSaving } from '../dialect.js'

/** Triggers, because any program that changes the file runs them. */
export const sqliteTotalSaving: TotalSaving = Object.freeze<TotalSaving>({
  clearing: (table, cleared) =>
    ['insert', 'update', 'delete'].map(event => {
      const name = sql.id(`${table}_${event}_${cleared}`)
      return sql`create trigger if not exists ${name} after ${sql.raw(event)} on ${sql.table(table)} begin delete from ${sql.table(cleared)}; end`
    }),
})
