import { createBoundedCache } from '@platen/core'
import { sql } from 'kysely'
import type { ConditionSql } from './condition-sql.js'
import { isCountedBy, totalSql } from './counters.js'
import type { Fragment, SqlDialect } from './dialect.js'
import { continueValues, type Shape, type Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import type { Table } from './tables.js'
import type { Work } from './work.js'

/** The rows to count: the SQL after FROM, with its cache key. */
export interface Counted {
  readonly key: string
  readonly values: Values
  /** The condition of the rows on a table; counters of the table may know the number. */
  readonly table: Table
  readonly where: Shape
  from(): Fragment
}

/** Caches totals until a table that they depend on changes. */
export interface Totals {
  /** The cached total of a key at a revision. */
  get(key: string): number | undefined
  set(key: string, total: number): void
  /** Identifies the state of some tables at a revision. */
  stateOf(revision: number, tables: Iterable<string>): string
  /** Must be called with the changed tables of each commit that does not change the revision. */
  committed(tables: Iterable<string>): void
}

const MAX_BYTES = 2 * 1024 * 1024
/** Requests with longer keys are rarely repeated. */
const LONGEST_KEY = 8000

/** Creates an empty cache of totals. */
export function createTotals(): Totals {
  const cache = createBoundedCache<number>(MAX_BYTES)
  /** How often each table was written. */
  const versions = new Map<string, number>()
  const versionOf = (table: string) => versions.get(table) ?? 0
  return {
    get: key => cache.get(key),
    set: (key, total) => cache.set(key, total, 0),
    stateOf: (revision, tables) => [revision, ...[...tables].map(versionOf)].join(),
    committed(tables) {
      for (const table of tables) versions.set(table, versionOf(table) + 1)
    },
  }
}

/** JSON would write both infinities as the same text. */
const isInfinite = (value: unknown) => typeof value === 'number' && !Number.isFinite(value)

/** Counts rows up to `upTo`, which may be infinite, and caches the number by the revision of the snapshot. */
export type Count = (counted: Counted, revision: number | undefined, upTo: number) => Work<number>

/** Caches counts: counting takes longer than reading a page of a long list. */
export function createCounting(
  { counting }: Pick<SqlDialect, 'counting'>,
  build: ConditionSql,
  statements: Statements,
  totals: Totals,
): Count {
  return function* count({ key, values: given, table, where, from }, revision, upTo) {
    const values = continueValues(given)
    const counters = counting && table.counters
    const isKnown = counters !== undefined && isCountedBy(counters, where)
    const limit = isKnown || upTo >= Number.MAX_SAFE_INTEGER ? undefined : values.add(upTo)
    const statementKey = `count ${key} ${limit}`
    const cacheKey =
      revision === undefined || values.list.some(isInfinite)
        ? undefined
        : `${totals.stateOf(revision, tablesOf(table, where))} ${statementKey} ${JSON.stringify(values.list)}`
    const cached = cacheKey === undefined ? undefined : totals.get(cacheKey)
    if (cached !== undefined) return Math.min(cached, upTo)
    const statement = statements.get(isKnown ? `total ${table.name} ${where.key}` : statementKey, () => {
      if (isKnown) return totalSql(build, table, counters, where)
      if (limit === undefined) return sql`select count(*) from ${from()}`
      return sql`select count(*) from (select 1 from ${from()} limit ${slotAt(limit)}) as counted`
    })
    const { rows } = yield { statement, values: values.list }
    const total = Number(rows[0]?.[0])
    if (cacheKey !== undefined && cacheKey.length <= LONGEST_KEY) totals.set(cacheKey, total)
    return Math.min(total, upTo)
  }
}

/** The tables that the number of a table's matching records depends on. */
function tablesOf({ name }: Table, where: Shape): ReadonlySet<string> {
  const tables = new Set([name])
  const gather = (shape: Shape): void => {
    if (shape.is === 'all' || shape.is === 'any') shape.parts.forEach(gather)
    else if (shape.is === 'not') gather(shape.part)
    else if (shape.is === 'exists' || shape.is === 'covers') {
      tables.add(shape.table.name)
      if (shape.is === 'exists') gather(shape.where)
    }
  }
  gather(where)
  return tables
}
