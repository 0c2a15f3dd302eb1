import { createMemoryStore } from '@platen/memory'
import type { Site } from '@platen/site'
import type { Store } from '@platen/storage'
import t, { type Test } from 'tap'
import { noServer, openNewSchema } from '../../sql/postgres/new-schema.js'
import { openNewFile } from '../sqlite-file.js'
import { listSite, ORDERS, PAIRS } from './list-arguments.js'

t.setTimeout(280_000)

/** More than the offset of a pair, and than are gathered. */
const POSTS = 2500

/** The ids of a page of a list, and its total. */
async function answerOf(site: Site, query: string) {
  const { status, body, headers } = await site.dispatch({ method: 'GET', path: '/cms/v2/posts', query })
  return { status, body, total: headers['X-CMS-Total'] }
}

/** Compares a store with the one that defines the behaviour. */
async function compareWithMemory(t: Test, other: Store): Promise<void> {
  t.teardown(() => other.close())
  const [expected, site] = [await listSite(createMemoryStore(), POSTS), await listSite(other, POSTS)]
  let found = 0
  for (const { name, query } of PAIRS) {
    for (const order of ORDERS) {
      const list = `${query}&orderby=${order}&per_page=20&_fields=id`
      const answer = await answerOf(expected, list)
      t.strictSame(await answerOf(site, list), answer, `${name}, by ${order}`)
      if (answer.status === 200 && answer.total !== '0') found++
    }
  }
  const lists = PAIRS.length * ORDERS.length
  t.ok(found > lists / 3, `${found} of ${lists} lists have posts`)
}

t.test('pairs of arguments of lists find the same in memory and in SQLite', async t =>
  compareWithMemory(t, await openNewFile(`${t.testdir()}/site.sqlite`)),
)

const reason = await noServer()

t.test(
  'pairs of arguments of lists find the same in memory and in PostgreSQL',
  reason === undefined ? {} : { skip: reason },
  async t => compareWithMemory(t, await openNewSchema()),
)
