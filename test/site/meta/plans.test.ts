import { createMemoryStore } from '@platen/memory'
import { openSqliteStore } from '@platen/sql/sqlite'
import t from 'tap'
import { observeStatements, type RanStatement } from '../../sql/observe-statements.js'
import { fillPlanned, LISTS, requestPlanned } from './planned-lists.js'

/** How many records are looked at to count to 10,000. */
const COUNTED = 50_000

t.test('lists by declared keys and relations are found in indexes, and the same as without', async t => {
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
    const queries = ran.filter(({ sql }) => sql.startsWith('select') && /from "(?:posts|indexed_meta)" as "t0"/.test(sql))
    t.ok(queries.length > 0, list)
    t.same(found, await requestPlanned(inMemory, list), `${list}: as in memory`)
    for (const query of queries) {
      const plan = observed.planOf(query)
      const visits = observed.visitsOf(query)
      const limit = query.sql.startsWith('select count(*)') ? COUNTED : most
      t.ok(visits <= limit, `${list}: ${visits} records`, { plan, ...query })
      t.notOk(
        plan.some(step => /^SCAN (?:posts|indexed_meta|[ot]\d)/.test(step)),
        `${list}: no scan`,
        { plan, ...query },
      )
    }
  }
})
