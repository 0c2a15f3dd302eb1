import { createBoundedCache } from '@platen/core'
import { type CompiledQuery, DefaultQueryExecutor, type QueryExecutorProvider, sql } from 'kysely'
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

/** A query that can be compiled, such as a fragment. */
export interface Compilable {
  compile(provider: QueryExecutorProvider): CompiledQuery
}

export interface Statements {
  /** The statement of a key, built and compiled if it is not cached. */
  get(key: string, build: () => Compilable): Statement
  /** A statement that is not cached. */
  compile(query: Compilable): Statement
  clear(): void
}

/** What the cached statements may take, with what drivers hold of them. */
const MAX_BYTES = 16 * 1024 * 1024
/** What a statement takes, prepared by a driver: SQLite's take 10 to 15 bytes for each character, JavaScript holds the rest. */
const BYTES = 4 * 1024
const BYTES_PER_CHARACTER = 20

/** Caches the statements that were used last: compiling one costs more than running it. */
export function createStatements({ compiler }: Pick<SqlDialect, 'compiler'>, maxBytes = MAX_BYTES): Statements {
  const provider = compilingOnly(compiler)
  const cache = createBoundedCache<Statement>(maxBytes)
  return {
    get(key, build) {
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const statement = createStatement(build().compile(provider))
      cache.set(key, statement, BYTES + BYTES_PER_CHARACTER * statement.sql.length)
      return statement
    },
    compile: query => createStatement(query.compile(provider)),
    clear: () => cache.clear(),
  }
}

/** What fragments are compiled with. A whole `Kysely` would bring all of its query builders, which nothing uses. */
function compilingOnly(compiler: SqlDialect['compiler']): QueryExecutorProvider {
  const executor = new DefaultQueryExecutor(compiler.createQueryCompiler(), compiler.createAdapter(), {
    provideConnection: () => Promise.reject(new Error('Fragments are compiled, and run by the connections.')),
  })
  return { getExecutor: () => executor }
}

function createStatement({ sql: text, parameters }: CompiledQuery): Statement {
  const places = parameters.map(value => (isSlot(value) ? value[PLACE] : undefined))
  return Object.freeze({
    sql: text,
    bind(values: readonly unknown[]) {
      const bound: unknown[] = []
      for (let at = 0; at < places.length; at++) {
        const place = places[at]
        bound.push(place === undefined ? parameters[at] : values[place])
      }
      return bound
    },
  })
}
