import { createMemoryStore } from '@platen/memory'
import t from 'tap'
import { chooseSeed } from '../../robustness/random.js'
import { noServer, openNewSchema } from '../../sql/postgres/new-schema.js'
import { openNewFile } from '../sqlite-file.js'
import { compareFilters } from './random-filters.js'

/** So many queries with each of so many sets of posts. */
const [QUERIES, SETS] = [1000, 10]

const reason = await noServer()

t.test(
  'random filters and orders are the same on every store',
  reason === undefined ? {} : { skip: reason },
  async t => {
    const folder = t.testdir()
    for (let set = 0; set < SETS; set++) {
      const postgres = await openNewSchema()
      const sqlite = await openNewFile(`${folder}/${set}.sqlite`)
      await compareFilters(t, [createMemoryStore(), sqlite, postgres], QUERIES, chooseSeed(set + 2))
      await sqlite.close()
      await postgres.close()
    }
  },
)
