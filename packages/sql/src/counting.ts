import { sql } from 'kysely'
import type { Fragment } from './dialect.js'
import type { ImageTest } from './images.js'
import type { Reads } from './reads.js'
import type { Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import type { Totals } from './totals.js'
import type { Work } from './work.js'

/** Longer keys belong to requests that hardly come again. */
const LONGEST_KEY = 8000

/** What is counted: the rows of what follows FROM, with a key of its own. */
export interface Counted {
  readonly key: string
  readonly values: Values
  from(): Fragment
  reads(): Reads
  /** The test of records that are counted, if images of them say it. */
  test?(): ImageTest | undefined
}

const keyOf = (statementKey: string, { list }: Values) => `${statementKey} ${JSON.stringify(list)}`

/** JSON would have the same text for both infinities. */
const isInfinite = (value: unknown) => typeof value === 'number' && !Number.isFinite(value)

/** Counts rows, no further than `upTo`, which may be infinite, and caches the number by the revision of the snapshot. */
export type Count = (counted: Counted, revision: number | undefined, upTo: number) => Work<number>

/** Caches counts: counting takes longer than reading a page of a long list. */
export function createCounting(statements: Statements, totals: Totals): Count {
  return function* count({ key, values, from, reads, test }, revision, upTo) {
    const limit = upTo < Number.MAX_SAFE_INTEGER ? values.add(upTo) : undefined
    const statementKey = `count ${key} ${limit}`
    const cacheKey = revision === undefined || values.list.some(isInfinite) ? undefined : keyOf(statementKey, values)
    const cached = revision === undefined || cacheKey === undefined ? undefined : totals.get(revision, cacheKey)
    if (cached !== undefined) return cached
    const statement = statements.get(statementKey, () =>
      limit === undefined
        ? sql`select count(*) from ${from()}`
        : sql`select count(*) from (select 1 from ${from()} limit ${slotAt(limit)}) as counted`,
    )
    const { rows } = yield { statement, values: values.list }
    const number = Number(rows[0]?.[0])
    if (revision !== undefined && cacheKey !== undefined && cacheKey.length <= LONGEST_KEY) {
      const bound = limit === undefined ? Number.POSITIVE_INFINITY : upTo
      totals.set(revision, cacheKey, { number, upTo: bound, reads: reads(), test: test?.() })
    }
    return number
  }
}
