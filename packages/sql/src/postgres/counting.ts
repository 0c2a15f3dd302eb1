import { sql } from 'kysely'
import { NUMBER, SLOT } from '../counters.js'
import type { Counting } from '../dialect.js'

/** The changed rows of each event, by the names of their transition tables. */
const EVENTS = {
  insert: { added: 'new table' },
  update: { added: 'new table', removed: 'old table' },
  delete: { removed: 'old table' },
} as const

const SESSION_SLOT = sql`pg_backend_pid() % 64`

/**
 * Triggers per statement: the counters of a group would otherwise get a version for each of its rows, and PostgreSQL
 * walks through all versions of a transaction.
 */
export const postgresCounting: Counting = Object.freeze<Counting>({
  slot: SESSION_SLOT,
  create: ({ table, name, columns }) =>
    Object.entries(EVENTS).flatMap(([event, transitions]) => {
      const names = sql.join(columns.map(column => sql.id(column.name)))
      const [number, slot] = [sql.id(NUMBER), sql.id(SLOT)]
      const changes = Object.keys(transitions).map(
        rows => sql`select ${names}, ${sql.raw(rows === 'added' ? '1' : '-1')} as change from ${sql.id(rows)}`,
      )
      const groups = sql`select ${names}, ${SESSION_SLOT}, sum(change) from (${sql.join(changes, sql` union all `)}) as changes group by ${names} having sum(change) <> 0`
      const trigger = sql.id(`${name}_${event}`)
      const referencing = Object.entries(transitions).map(([rows, kind]) => sql`${sql.raw(kind)} as ${sql.id(rows)}`)
      return [
        sql`create function ${trigger}() returns trigger language plpgsql as $$ begin insert into ${sql.table(name)} (${names}, ${slot}, ${number}) ${groups} on conflict (${names}, ${slot}) do update set ${number} = ${sql.ref(`${name}.${NUMBER}`)} + excluded.${number}; return null; end $$`,
        sql`create trigger ${trigger} after ${sql.raw(event)} on ${sql.table(table)} referencing ${sql.join(referencing, sql` `)} for each statement execute function ${trigger}()`,
      ]
    }),
  drop: (table, name) =>
    Object.keys(EVENTS).flatMap(event => [
      sql`drop trigger if exists ${sql.id(`${name}_${event}`)} on ${sql.table(table)}`,
      sql`drop function if exists ${sql.id(`${name}_${event}`)}()`,
    ]),
})
