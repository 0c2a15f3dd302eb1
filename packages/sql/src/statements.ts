import { createBoundedCache } from '@platen/core'
import { type CompiledQuery, DefaultQueryExecutor, type QueryExecutorProvider, sql } from 'kysely'
import type { Fragment, RunFragments, SqlDialect } from './dialect.js'
import type { Row, Statement } from './work.js'

const PLACE = Symbol('place')

/** Marks the value at an index of a call's values in SQL. */
interface Slot {
  readonly [PLACE]: number
}

const isSlot = (value: unknown): value is Slot => typeof value === 'object' && value !== null && PLACE in value

/** A parameter that is bound to the value at this index. */
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

/** The memory limit of cached statements, including those of drivers. */
const MAX_BYTES = 16 * 1024 * 1024
/**
 * The estimated memory of a prepared statement: SQLite needs 10 to 15 bytes for each character, JavaScript the
 * remainder.
 */
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

/** Creates the function that compiles and runs statements. */
export const createRunFragments = (statements: Pick<Statements, 'compile'>): RunFragments =>
  function* run(...fragments) {
    let rows: readonly Row[] = []
    for (const fragment of fragments) rows = (yield { statement: statements.compile(fragment), values: [] }).rows
    return rows
  }

/**
 * The executor that compiles fragments. A full `Kysely` instance would include all query builders, which are unused.
 */
function compilingOnly(compiler: SqlDialect['compiler']): QueryExecutorProvider {
  const executor = new DefaultQueryExecutor(compiler.createQueryCompiler(), compiler.createAdapter(), {
    provideConnection: () => Promise.reject(new Error('This driver only compiles statements; connections run them.')),
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
