import { openSqliteStore } from '@platen/sql/sqlite'
import t from 'tap'
import { observeStatements, type RanStatement } from './observe-statements.js'
import { fillWorks, type PAGES, pageOf, worksIn } from './ordered-works.js'

const SEARCH = 'SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)'
const WALK = `SEARCH o0 USING INDEX values_by_value (key=?)\n${SEARCH}`
const COVERED = WALK.replace('USING INDEX', 'USING COVERING INDEX')
const LOOKUP = 'SEARCH o0 USING INDEX values_place (object=? AND key=? AND at=?)'
const OTHER_LOOKUP = LOOKUP.replace('o0', 'o1')
const YEARS = 'SEARCH t0 USING INDEX works_by_year (status=?)'
const EACH = 'CORRELATED SCALAR SUBQUERY 1\nSEARCH t1 USING INDEX values_place (object=? AND key=? AND at=?)'
const SORT = 'USE TEMP B-TREE FOR ORDER BY'

/** Finds the ids in one way, then reads these records and sorts them. */
const idsBy = (...plan: readonly string[]) => [SEARCH, 'LIST SUBQUERY 1', ...plan, LOOKUP, SORT].join('\n')

/** The plans of the pages in SQLite, and at most how many records of all tables each of them looks at. */
const PLANS: { readonly [Name in keyof typeof PAGES]: readonly [plan: string, visits: number] } = {
  'the cheapest': [WALK, 25],
  'the dearest': [WALK, 25],
  'with a bounded total': [WALK, 25],
  'after a position': [WALK.replace('key=?', 'key=? AND (value,object)>(?,?)'), 25],
  'after a position, descending': [WALK.replace('key=?', 'key=? AND (value,object)<(?,?)'), 25],
  'from a price': [COVERED.replace('key=?', 'key=? AND value>?'), 25],
  'from a price, after a position': [COVERED.replace('key=?', 'key=? AND (value,object)>(?,?)'), 25],
  'the cheapest, the newest first': [idsBy(WALK, 'USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY'), 50],
  'of a kind that all have, the newest first': [`${YEARS}\n${EACH}`, 60],
  // Those of the same year are passed.
  'of a kind that all have, after a position': [`${YEARS.replace('?)', '? AND year<?)')}\n${EACH}`, 200],
  // Those of a year are sorted.
  'the newest, the cheapest first': [
    idsBy(
      'SEARCH t0 USING COVERING INDEX works_by_year (status=?)',
      LOOKUP,
      'USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY',
    ),
    400,
  ],
  'the rarest': [WALK, 25],
  // All that are rare are sorted.
  'the newest that are rare': [idsBy(WALK, SORT), 450],
  'the rarest, the cheapest first': [
    idsBy(WALK, OTHER_LOOKUP, 'USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY').replace(SORT, `${OTHER_LOOKUP}\n${SORT}`),
    70,
  ],
  // All of the author are sorted.
  'of an author with few': [
    idsBy('SEARCH t0 USING COVERING INDEX works_by_author (author=? AND status=?)', LOOKUP, SORT),
    70,
  ],
  'of an author with few, all counted': [
    idsBy('SEARCH t0 USING COVERING INDEX works_by_author (author=? AND status=?)', LOOKUP, SORT),
    70,
  ],
  distant: [idsBy(WALK), 2200],
}

t.test('pages in the order of related records are found in an index', async t => {
  const path = `${t.testdir()}/works.sqlite`
  const ran: RanStatement[] = []
  const store = await openSqliteStore({
    path,
    synchronous: 'normal',
    onStatement: (sql, parameters) => ran.push({ sql, parameters }),
  })
  t.teardown(() => store.close())
  await fillWorks(store)
  const observed = observeStatements(path, 100_000)
  t.teardown(() => observed.close())
  for (const [name, [plan, visits]] of Object.entries(PLANS)) {
    ran.length = 0
    const { records } = await worksIn(store).find(pageOf(name))
    t.equal(records.length, 10, name)
    const page = ran.at(-1)
    if (page === undefined) throw new Error('No statement.')
    t.equal(observed.planOf(page).join('\n'), plan, name)
    t.ok(observed.visitsOf(page) <= visits, `${name}: ${observed.visitsOf(page)} records`)
    for (const counting of ran.slice(0, -1))
      t.ok(observed.visitsOf(counting) <= 20_001, `${name}: ${observed.visitsOf(counting)} records are counted`)
  }
})
