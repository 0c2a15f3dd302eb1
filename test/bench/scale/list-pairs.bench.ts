import { join } from 'node:path'
import type { Site } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import { processorTime } from '../../growth.js'
import { FIRST_TAG, listSite, ORDERS, PAIRS } from '../../site/storage/list-arguments.js'
import { temporaryFolder } from '../../temporary-folder.js'
import type { BenchResult } from '../bench-result.js'

const SMALL = 10_000
const LARGE = 40_000
const RUNS = 3
/** Milliseconds below which a time says nothing. */
const NOISE = 5
const MEASURED_AGAIN = 10
const SHOWN = 3

/** What a list costs at most, in times of one condition on each post: a format is looked for among all terms of a post. */
const MOST_SCANS = 12

type TimeOf = (site: Site, query: string) => Promise<number>

/** Measures the shortest processor time of a list in milliseconds, with the total counted each time. */
function createTimer(): TimeOf {
  let asked = 0
  return async (site, query) => {
    let shortest = Number.POSITIVE_INFINITY
    for (let run = 0; run < RUNS; run++) {
      // All posts match, but the total is not cached.
      const all = new Date(Date.UTC(2080, 0, 1) + ++asked * 1000).toISOString().slice(0, 19)
      const target = `${query}&modified_before=${all}&_fields=id`
      const from = processorTime()
      const { status, body } = await site.dispatch({ method: 'GET', path: '/cms/v2/posts', query: target })
      shortest = Math.min(shortest, processorTime() - from)
      if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`)
    }
    return shortest
  }
}

async function openSite(posts: number) {
  const path = join(temporaryFolder('list-pairs'), 'site.sqlite')
  const store = await openSqliteStore({ path, synchronous: 'normal', statementTimeout: Number.POSITIVE_INFINITY })
  return { site: await listSite(store, posts), close: () => store.close() }
}

/** The times of a list on the small and the large site, and of one condition on each post of the large one. */
interface Measured {
  readonly name: string
  readonly query: string
  readonly before: number
  readonly after: number
  readonly scan: number
}

/** All pairs of arguments in all orders: the slowest, and the one whose time grows most with the site. */
export async function run(): Promise<BenchResult[]> {
  const [small, large] = [await openSite(SMALL), await openSite(LARGE)]
  const timeOf = createTimer()
  const measure = async (name: string, query: string): Promise<Measured> => ({
    name,
    query,
    before: await timeOf(small.site, query),
    after: await timeOf(large.site, query),
    // All posts have one of these categories, and are counted.
    scan: await timeOf(large.site, `categories_exclude=${FIRST_TAG - 1},1`),
  })
  const lists: Measured[] = []
  for (const { name, query } of PAIRS)
    for (const order of ORDERS) lists.push(await measure(`${name}, by ${order}`, `${query}&orderby=${order}`))

  const worst = async (name: string, goal: number, ratioOf: (list: Measured) => number): Promise<BenchResult> => {
    const sorted = (lists: readonly Measured[]) => lists.toSorted((one, other) => ratioOf(other) - ratioOf(one))
    // Among so many, those that other load has slowed down look worst.
    const again: Measured[] = []
    for (const { name, query } of sorted(lists).slice(0, MEASURED_AGAIN)) again.push(await measure(name, query))
    const shown = sorted(again).slice(0, SHOWN)
    const detail = shown.map(({ name, before, after }) => `${name}: ${before.toFixed(1)} ms, ${after.toFixed(1)} ms`)
    return { name, ratio: Math.max(...shown.map(ratioOf)), goal, compare: 'at-most', detail: detail.join('; ') }
  }
  const results = [
    await worst(
      'pairs of arguments of a list, 40,000 posts, against one condition',
      MOST_SCANS,
      ({ after, scan }) => after / Math.max(scan, NOISE),
    ),
    await worst(
      'pairs of arguments of a list, 40,000 posts against 10,000',
      (LARGE / SMALL) * 2,
      ({ before, after }) => after / Math.max(before, NOISE),
    ),
  ]
  await small.close()
  await large.close()
  return results
}
