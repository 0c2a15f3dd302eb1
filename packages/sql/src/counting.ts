import { sql } from 'kysely'
import type { Fragment } from './dialect.js'
import { type Reads, readsOf, searches } from './reads.js'
import type { CountedRecords, Recheck } from './rechecking.js'
import { imageTest } from './row-images.js'
import type { SavedTotals } from './saved-totals.js'
import { continueValues, type Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import { shifted, type Totals } from './totals.js'
import type { Work } from './work.js'

/** Requests with longer keys are rarely repeated. */
const LONGEST_KEY = 8000

/** The rows to count: the SQL after FROM, with its cache key. */
export interface Counted {
  readonly key: string
  readonly values: Values
  from(): Fragment
  reads(): Reads
  /** The records that the rows represent, if the count should follow their changes. */
  readonly records?: CountedRecords | undefined
}

/** The count of the records themselves. */
export const countedRecords = (key: string, records: CountedRecords, from: () => Fragment): Counted => ({
  key,
  values: records.values,
  from,
  reads: () => readsOf(records.table, records.where),
  records,
})

const keyOf = (statementKey: string, { list }: Values) => `${statementKey} ${JSON.stringify(list)}`

/** JSON would write both infinities as the same text. */
const isInfinite = (value: unknown) => typeof value === 'number' && !Number.isFinite(value)

/** The totals in memory, and those that were saved when the database was last closed. */
export interface KnownTotals {
  readonly totals: Totals
  readonly saved: SavedTotals
}

/** Counts rows up to `upTo`, which may be infinite, and caches the number by the revision of the snapshot. */
export type Count = (counted: Counted, revision: number | undefined, upTo: number) => Work<number>

/** Caches counts: counting takes longer than reading a page of a long list, or checking what has changed since. */
export function createCounting(statements: Statements, { totals, saved }: KnownTotals, recheck: Recheck): Count {
  return function* count({ key, values: given, from, reads, records }, revision, upTo) {
    const values = continueValues(given)
    const limit = upTo < Number.MAX_SAFE_INTEGER ? values.add(upTo) : undefined
    const statementKey = `count ${key} ${limit}`
    const cacheKey = revision === undefined || values.list.some(isInfinite) ? undefined : keyOf(statementKey, values)
    const isSavable = () => records !== undefined && !searches(records.where)
    const keep = (number: number) => {
      if (revision === undefined || cacheKey === undefined || cacheKey.length > LONGEST_KEY) return
      const bound = limit === undefined ? Number.POSITIVE_INFINITY : upTo
      const test = records && imageTest(records.table, records.condition)
      const isRechecked = records !== undefined
      totals.set(revision, cacheKey, {
        number,
        upTo: bound,
        reads: reads(),
        test,
        isRechecked,
        isSavable: isSavable(),
      })
    }
    const known = revision === undefined || cacheKey === undefined ? undefined : totals.get(revision, cacheKey)
    if (known?.pending.length === 0) return known.number
    const difference = known && records && (yield* recheck(records, known.pending))
    const adjusted = known && difference !== undefined ? shifted(known, difference) : undefined
    if (adjusted !== undefined) {
      keep(adjusted)
      return adjusted
    }
    const remembered = cacheKey !== undefined && isSavable() ? yield* saved.find(cacheKey) : undefined
    if (remembered !== undefined) {
      keep(remembered)
      return remembered
    }
    const statement = statements.get(statementKey, () =>
      limit === undefined
        ? sql`select count(*) from ${from()}`
        : sql`select count(*) from (select 1 from ${from()} limit ${slotAt(limit)}) as counted`,
    )
    const { rows } = yield { statement, values: values.list }
    const number = Number(rows[0]?.[0])
    keep(number)
    return number
  }
}
