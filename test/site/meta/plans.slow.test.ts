import { createMemoryStore } from '@platen/memory'
import { openPostgresStore } from '@platen/sql/postgres'
import { openSqliteStore } from '@platen/sql/sqlite'
import t from 'tap'
import { observeStatements, type RanStatement } from '../../sql/observe-statements.js'
import { openExplaining } from '../../sql/postgres/explain-postgres.js'
import { newSchema, noServer } from '../../sql/postgres/new-schema.js'
import { fillPlanned, LISTS, requestPlanned } from './planned-lists.js'

/** How many records are looked at to count to 10,000. */
const COUNTED = 50_000

/** The pages of 8 kB that a statement may read in PostgreSQL for each record that it may look at, and to count. */
const PAGES_PER_RECORD = 5
const PAGES_COUNTED = 200_000

const isCount = ({ sql }: RanStatement) => sql.startsWith('select count(*)')
const isOfList = ({ sql }: RanStatement) => /^select .*from "(?:posts|indexed_meta)" as "t0"/.test(sql)

t.test('lists by declared keys and relations are found in indexes of SQLite, and the same as without', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const ran: RanStatement[] = []
  const store = await openSqliteStore({
    path,
    synchronous: 'normal',
    statementTimeout: Number.POSITIVE_INFINITY,
    onStatement: (sql, parameters) => ran.push({ sql, parameters }),
  })
  t.teardown(() => store.close())
  const made = await fillPlanned(store)
  const inMemory = await fillPlanned(createMemoryStore())
  const observed = observeStatements(path, 100_000)
  t.teardown(() => observed.close())
  for (const [list, most] of Object.entries(LISTS)) {
    ran.length = 0
    const found = await requestPlanned(made, list)
    const queries = ran.filter(isOfList)
    t.ok(queries.length > 0, list)
    t.same(found, await requestPlanned(inMemory, list), `${list}: as in memory`)
    for (const query of queries) {
      const plan = observed.planOf(query)
      const visits = observed.visitsOf(query)
      const limit = isCount(query) ? COUNTED : most
      t.ok(visits <= limit, `${list}: ${visits} records`, { plan, ...query })
      t.notOk(
        plan.some(step => /^SCAN (?:posts|indexed_meta|[ot]\d)/.test(step)),
        `${list}: no scan`,
        { plan, ...query },
      )
    }
  }
})

const reason = await noServer()

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
      const queries = ran.filter(isOfList)
      t.ok(queries.length > 0, list)
      for (const query of queries) {
        for (const { pages, scanned } of await explaining.readsOf(query, 2)) {
          const text = `${list}: ${query.sql.slice(0, 1500)}`
          t.ok(pages <= (isCount(query) ? PAGES_COUNTED : most * PAGES_PER_RECORD), `${pages} pages: ${text}`)
          if (!isCount(query)) t.same(scanned, new Map(), `scans: ${text}`)
        }
      }
    }
  },
)
