import { sql } from 'kysely'
import type { ResolvedDialect } from './hints.js'
import { createRunFragments } from './run-fragments.js'
import { type Statements, slotAt } from './statements.js'
import type { LargeTotal } from './totals.js'
import type { Work } from './work.js'

/** Totals in the database: a change of a table removes all of them, so whatever a snapshot contains is valid in it. */
export interface SavedTotals {
  /** To be called with the names of the tables before anything is counted. */
  open(tables: { has(name: string): boolean }): void
  /** The saved total of a key, if there is one. */
  find(key: string): Work<number | undefined>
  /** Saves totals beside the saved ones, unless these are too many. */
  save(totals: readonly LargeTotal[]): Work<void>
  /** Removes all saved totals: what their keys mean may have changed. */
  forget(): Work<void>
}

const TABLE = 'saved_totals'

/** The version of keys. Increased when an existing key gets another meaning. */
const VERSION = 1

/** The number of saved totals above which all of them make room for new ones. */
const MOST = 100

export function createSavedTotals({ totalSaving, ddl }: ResolvedDialect, statements: Statements): SavedTotals {
  const run = createRunFragments(statements)
  const own = sql.table(TABLE)
  const savedKey = (key: string) => `${VERSION} ${key}`
  let exists = false

  return {
    open(tables) {
      exists = totalSaving !== undefined && tables.has(TABLE)
    },
    *find(key) {
      if (!exists) return undefined
      const statement = statements.get('saved total', () => sql`select number from ${own} where key = ${slotAt(0)}`)
      const { rows } = yield { statement, values: [savedKey(key)] }
      return rows[0] && Number(rows[0][0])
    },
    *save(totals) {
      if (totalSaving === undefined) return
      const columns = sql.raw(`key ${ddl.text} primary key, number ${ddl.integer} not null`)
      yield* run(
        sql`create table if not exists ${own} (${columns}) ${sql.raw(ddl.keyed)}`,
        sql`delete from ${own} where (select count(*) from ${own}) > ${sql.lit(MOST)}`,
      )
      const statement = statements.get(
        'save total',
        () =>
          sql`insert into ${own} (key, number) values (${slotAt(0)}, ${slotAt(1)}) on conflict (key) do update set number = excluded.number`,
      )
      for (const { key, number } of totals) yield { statement, values: [savedKey(key), number] }
      const tables = new Set(totals.flatMap(({ tables }) => tables))
      for (const table of tables) {
        for (const fragment of totalSaving.clearing(table, TABLE)) yield* run(fragment)
      }
    },
    *forget() {
      if (exists) yield* run(sql`delete from ${own}`)
    },
  }
}
