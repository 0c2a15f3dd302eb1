import { type CompiledQuery, Kysely, sql } from 'kysely'
import type { Fragment, SqlDialect } from './dialect.js'
import type { Statement } from './work.js'

const PLACE = Symbol('place')

/** Stands in SQL for the value at a place of a call's values. */
interface Slot {
  readonly [PLACE]: number
}

const isSlot = (value: unknown): value is Slot => typeof value === 'object' && value !== null && PLACE in value

/** A parameter that is bound to the value at this place. */
export const slotAt = (place: number): Fragment => sql`${{ [PLACE]: place } satisfies Slot}`

/** What kysely knows of the tables: that their names and columns exist is up to `tables.ts`. */
export type Db = Kysely<Record<string, Record<string, unknown>>>

/** A query that can be compiled: built with kysely or written as a fragment. */
export interface Compilable {
  compile(db: Db): CompiledQuery
}

/** Compiled statements by key. */
export interface Statements {
  /** The statement of a key, built and compiled if it is not at hand. */
  get(key: string, build: (db: Db) => Compilable): Statement
}

/** Keeps the statements that were used last: compiling one costs more than running it. */
export function createStatements({ compiler }: Pick<SqlDialect, 'compiler'>, capacity = 500): Statements {
  const db: Db = new Kysely({ dialect: compiler })
  const statements = new Map<string, Statement>()
  return {
    get(key, build) {
      const known = statements.get(key)
      const statement = known ?? createStatement(build(db).compile(db))
      // The map's own order is that of use: what is used goes to its end.
      if (known) statements.delete(key)
      statements.set(key, statement)
      const oldest = statements.size > capacity ? statements.keys().next().value : undefined
      if (oldest !== undefined) statements.delete(oldest)
      return statement
    },
  }
}

function createStatement({ sql: text, parameters }: CompiledQuery): Statement {
  const sources = parameters.map(value => (isSlot(value) ? { place: value[PLACE] } : { value }))
  return Object.freeze({
    sql: text,
    bind: (values: readonly unknown[]) =>
      sources.map(source => ('place' in source ? values[source.place] : source.value)),
  })
}
