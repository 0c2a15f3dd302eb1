import { openPostgresStore } from '@platen/sql/postgres'
import t from 'tap'
import type { RanStatement } from '../observe-statements.js'
import { fillWorks, type PAGES, pageOf, worksIn } from '../ordered-works.js'
import { openExplaining } from './explain-postgres.js'
import { newSchema, noServer } from './new-schema.js'

const reason = await noServer()

/** The pages of 8 kB that the statement of each list may read. */
const READS: { readonly [Name in keyof typeof PAGES]: number } = {
  'the cheapest': 60,
  'the dearest': 60,
  'with a bounded total': 60,
  'after a position': 60,
  'after a position, descending': 60,
  'from a price': 60,
  'from a price, after a position': 60,
  'the cheapest, the newest first': 150,
  'of a kind that all have, the newest first': 300,
  'of a kind that all have, after a position': 300,
  // Those of a year are sorted.
  'the newest, the cheapest first': 1000,
  'the rarest': 60,
  // Planners expect to find some early: the latest years have none.
  'the newest that are rare': 20_000,
  'the rarest, the cheapest first': 300,
  // All of the author are sorted.
  'of an author with few': 200,
  'of an author with few, all counted': 200,
  distant: 6000,
}

t.test('pages in the order of related records', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  const ran: RanStatement[] = []
  const store = await openPostgresStore({
    url,
    schema,
    onStatement: (sql, parameters) => ran.push({ sql, parameters }),
  })
  const explaining = await openExplaining(url, schema, false)
  t.teardown(async () => {
    await store.close()
    await explaining.close()
    await drop()
  })
  await fillWorks(store)
  for (const [name, most] of Object.entries(READS)) {
    ran.length = 0
    const { records } = await worksIn(store).find(pageOf(name))
    t.equal(records.length, 10, name)
    const page = ran.findLast(({ sql }) => sql.includes('order by'))
    if (page === undefined) throw new Error('No statement.')
    for (const { pages, scanned } of await explaining.readsOf(page, 3)) {
      t.ok(pages <= most, `${name}: ${pages} pages`)
      t.same(scanned, new Map(), `${name}: scans`)
    }
  }
})
