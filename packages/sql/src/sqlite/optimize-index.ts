import { sql } from 'kysely'
import type { RunFragments } from '../dialect.js'
import type { Work } from '../work.js'
import { type IndexLevel, readIndexLevels, STRUCTURE_ID } from './index-levels.js'
import { add, command, OTHER, remove, type SearchIndex, searchTableOf } from './search-index.js'

/** What is merged together takes next to no time if it has no more pages than this. */
const FEW_PAGES = 1000
/** How many pages the first level may have, and any level for each piece of the first that goes into one of its pieces. */
const PAGES = 256
/** How many pieces of a level are merged into one of the next. */
const MERGED = 4
/** How many pages are merged in one step: other writes wait for it. */
const STEP_PAGES = 100

/**
 * A step of putting an index in order while it is in use; whether there is more to do. An index is not in order if so much
 * of it is on a low level that writes merge it again and again, as after many texts were added at once and not merged.
 *
 * A merge of everything lifts all pieces by two levels when it begins, and anew when a piece was added since. So they are
 * lifted first, and then merged bit by bit. Where that is interrupted, SQLite goes on with it as part of writes.
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
