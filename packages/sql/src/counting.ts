import type { BoundedCache } from '@platen/core'
import type { Changes } from '@platen/storage'
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

/** A total, and the last change that it includes. */
export interface Total {
  readonly at: number
  readonly number: number
}

/** Requests with longer keys are rarely repeated. */
const LONGEST_KEY = 8000

/** JSON would write both infinities as the same text. */
const isInfinite = (value: unknown) => typeof value === 'number' && !Number.isFinite(value)

/** Counts rows up to `upTo`, which may be infinite, and caches the number by the changes of the tables that it depends on. */
export type Count = (counted: Counted, changes: Changes | undefined, upTo: number) => Work<number>

/** Caches counts: counting takes longer than reading a page of a long list. */
export function createCounting(
  { counting }: Pick<SqlDialect, 'counting'>,
  build: ConditionSql,
  statements: Statements,
  totals: BoundedCache<Total>,
): Count {
  return function* count({ key, values: given, table, where, from }, changes, upTo) {
    const values = continueValues(given)
    const counters = counting && table.counters
    const isKnown = counters !== undefined && isCountedBy(counters, where)
    const limit = isKnown || upTo >= Number.MAX_SAFE_INTEGER ? undefined : values.add(upTo)
    const statementKey = `count ${key} ${limit}`
    const at = changes?.last(collectionsOf(table, where))
    const cacheKey =
      at === undefined || values.list.some(isInfinite) ? undefined : `${statementKey} ${JSON.stringify(values.list)}`
    const cached = cacheKey === undefined ? undefined : totals.get(cacheKey)
    if (cached?.at === at && cached !== undefined) return Math.min(cached.number, upTo)
    const statement = statements.get(isKnown ? `total ${table.name} ${where.key}` : statementKey, () => {
      if (isKnown) return totalSql(build, table, counters, where)
      if (limit === undefined) return sql`select count(*) from ${from()}`
      return sql`select count(*) from (select 1 from ${from()} limit ${slotAt(limit)}) as counted`
    })
    const { rows } = yield { statement, values: values.list, expected: cached && Math.min(cached.number, upTo) }
    const number = Number(rows[0]?.[0])
    if (cacheKey !== undefined && at !== undefined && cacheKey.length <= LONGEST_KEY)
      totals.set(cacheKey, { at, number }, 0)
    return Math.min(number, upTo)
  }
}

/** The names of the collections that the number of a table's matching records depends on. */
function collectionsOf({ definition }: Table, where: Shape): ReadonlySet<string> {
  const names = new Set([definition.name])
  const gather = (shape: Shape): void => {
    if (shape.is === 'all' || shape.is === 'any') shape.parts.forEach(gather)
    else if (shape.is === 'not') gather(shape.part)
    else if (shape.is === 'exists' || shape.is === 'covers') {
      names.add(shape.table.definition.name)
      if (shape.is === 'exists') gather(shape.where)
    }
  }
  gather(where)
  return names
}
