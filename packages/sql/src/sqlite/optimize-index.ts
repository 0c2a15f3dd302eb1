import { sql } from 'kysely'
import type { RunFragments } from '../dialect.js'
import type { Work } from '../work.js'
import { type IndexLevel, readIndexLevels, STRUCTURE_ID } from './index-levels.js'
import { add, command, OTHER, remove, type SearchIndex, searchTableOf } from './search-index.js'

/** The maximum number of pages that can be merged in almost no time. */
const FEW_PAGES = 1000
/**
 * The maximum number of pages of the first level; for other levels, it is multiplied by the number of first-level
 * segments that a segment combines.
 */
const PAGES = 256
/** The number of segments of a level that are merged into one of the next. */
const MERGED = 4
/** How many pages are merged in one step: other writes wait for it. */
const STEP_PAGES = 100

/**
 * Performs a step of optimizing an index while it is in use; returns whether there is more to do. An index needs this
 * if so much of it is on a low level that writes merge it again and again, for example after many texts were added at
 * once and not merged.
 *
 * A full merge raises all segments by two levels when it begins, and again if a segment was added since. Therefore they
 * are raised first, and then merged step by step. If that is interrupted, SQLite continues it as part of writes.
 */
export function* optimizeIndex(index: SearchIndex, run: RunFragments): Work<boolean> {
  const data = sql.table(`${searchTableOf(index.texts, index.column)}_data`)
  const record = sql`select block from ${data} where id = ${sql.lit(STRUCTURE_ID)}`
  const [[before] = []] = yield* run(record)
  const levels = readIndexLevels(before) ?? []
  if (levels.some(isTooLow)) {
    yield* run(add(index, OTHER), command(index, 'merge', -1), remove(index, OTHER))
    return true
  }
  if (levels.every(({ merging }) => merging === 0)) return false
  yield* run(command(index, 'merge', STEP_PAGES))
  const [[after] = []] = yield* run(record)
  return !isSame(before, after)
}

const isTooLow = ({ pages }: IndexLevel, level: number) => pages > Math.max(FEW_PAGES, PAGES * MERGED ** level)

const isSame = (one: unknown, other: unknown) =>
  one instanceof Uint8Array && other instanceof Uint8Array && one.join() === other.join()
