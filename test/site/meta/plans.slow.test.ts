import { openPostgresStore } from '@platen/sql/postgres'
import t from 'tap'
import type { RanStatement } from '../../sql/observe-statements.js'
import { openExplaining } from '../../sql/postgres/explain-postgres.js'
import { newSchema, noServer } from '../../sql/postgres/new-schema.js'
import { fillPlanned, LISTS, requestPlanned } from './planned-lists.js'

const reason = await noServer()

/** The pages of 8 kB that a statement may read for each record that it may look at. */
const PAGES_PER_RECORD = 5
/** The pages that counting to 10,000 may read. */
const COUNTED = 60_000

t.test(
  'lists by declared keys and relations are found in indexes of PostgreSQL',
  reason === undefined ? {} : { skip: reason },
  async t => {
    const { url, schema, drop } = await newSchema()
    const ran: RanStatement[] = []
    const store = await openPostgresStore({
      url,
      schema,
      statementTimeout: 60_000,
      idleTransactionTimeout: 60_000,
      onStatement: (sql, parameters) => ran.push({ sql, parameters }),
    })
    const explaining = await openExplaining(url, schema, false)
    t.teardown(async () => {
      await store.close()
      await explaining.close()
      await drop()
    })
    const made = await fillPlanned(store)
    for (const [list, most] of Object.entries(LISTS)) {
      ran.length = 0
      await requestPlanned(made, list)
      const queries = ran.filter(({ sql }) => /from "(?:posts|indexed_meta)" as "t0"/.test(sql))
      t.ok(queries.length > 0, list)
      for (const query of queries) {
        const isCount = query.sql.startsWith('select count(*)')
        for (const { pages, scanned } of await explaining.readsOf(query, 2)) {
          const text = `${list}: ${query.sql.slice(0, 1500)}`
          t.ok(pages <= (isCount ? COUNTED : most * PAGES_PER_RECORD), `${pages} pages: ${text}`)
          if (!isCount) t.same(scanned, new Map(), `scans: ${text}`)
        }
      }
    }
  },
)
