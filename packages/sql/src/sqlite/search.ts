import { sql } from 'kysely'
import type { TextSearch } from '../dialect.js'

/** The full-text index over a table of folded texts. */
const searchTableOf = (textsTable: string): string => `${textsTable}_search`

const SHORTEST = 3
const LONGEST = 100

// The index takes noncharacters for U+FFFD.
const UNCERTAIN = /[\uFFFD-\uFFFF]/

/** Finds parts of three characters and more by an index of trigrams; the longer a part, the more of them are looked up. */
export const sqliteSearch: TextSearch = Object.freeze<TextSearch>({
  takes(sought) {
    const length = sought.length > 2 * LONGEST ? sought.length : [...sought].length
    return length >= SHORTEST && length <= LONGEST && !sought.includes('\0') && !UNCERTAIN.test(sought)
  },
  bind: (columns, sought) => `{${columns.join(' ')}} : "${sought.replaceAll('"', '""')}"`,
  ids(textsTable, _columns, bound) {
    const search = sql.id(searchTableOf(textsTable))
    return sql`(select rowid from ${search} where ${search} match ${bound})`
  },
})
