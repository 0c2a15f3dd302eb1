/** A level of a full-text index, whose segments are merged together next; new writes are on the first level. */
export interface IndexLevel {
  /** The number of its segments that are being merged into one of the next level. */
  readonly merging: number
  /** The pages of all its segments. */
  readonly pages: number
}

/** The id of the structure record of an FTS5 index, in its data table. */
export const STRUCTURE_ID = 10

const COOKIE_BYTES = 4
/** The bytes after the cookie in version 2, which stores five more numbers per segment. */
const VERSION_2 = [0xff, 0, 0, 1]
const MORE_NUMBERS = 5

/** Reads the levels from the record of an index' structure; `undefined` if that is not a whole record. */
export function readIndexLevels(record: unknown): readonly IndexLevel[] | undefined {
  if (!(record instanceof Uint8Array)) return undefined
  const isVersion2 = VERSION_2.every((byte, at) => record[COOKIE_BYTES + at] === byte)
  const numbers = numbersIn(record.subarray(COOKIE_BYTES + (isVersion2 ? VERSION_2.length : 0)))
  const next = () => numbers.next().value ?? Number.NaN
  const count = next()
  // The numbers of segments and of writes.
  next()
  next()
  const levels: IndexLevel[] = []
  while (levels.length < count) {
    const merging = next()
    const pieces = next()
    let pages = 0
    for (let piece = 0; piece < pieces; piece++) {
      next()
      const first = next()
      const last = next()
      // Merged parts are cut off, and some segments become empty.
      if (first !== 0) pages += last - first + 1
      for (let more = 0; isVersion2 && more < MORE_NUMBERS; more++) next()
      if (Number.isNaN(pages)) return undefined
    }
    if (Number.isNaN(pieces)) return undefined
    levels.push({ merging, pages })
  }
  return Number.isNaN(count) ? undefined : levels
}

/** The varints of SQLite: groups of seven bits, the highest first; all but the last have the eighth bit set. */
function* numbersIn(bytes: Uint8Array): Generator<number, undefined> {
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 127)
    if (byte >= 128) continue
    yield value
    value = 0
  }
}
