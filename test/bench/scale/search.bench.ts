import { postsIn, type Site } from '@platen/site'
import type { Store } from '@platen/storage'
import type { BenchResult } from '../bench-result.js'
import { median } from '../measure.js'
import { copyOf, filledSite, MILLION, openFilled } from './scale-site.js'

/** Searches of four kinds: common words, rare words, phrases, and excluded words. */
const SEARCHES = [
  ...['note', 'ink', 'paper', 'note paper', 'meets ink'],
  ...['Note 734512', '250001', 'note 99th 1234', 'paper 777777th', 'zebra'],
  ...['"note tells"', '"note 5000"', '"and of paper"', '"how the one"', '"ink paper"'],
  ...['note -734512', 'ink -zebra', 'paper -"note 12345"', '"note tells" -777', 'other -123456 -654321'],
]

/** The times of all searches in milliseconds. A change of texts before each search invalidates cached counts. */
async function timesOf({ site, store }: { readonly site: Site; readonly store: Store }, path: string) {
  const times: number[] = []
  for (const [at, search] of SEARCHES.entries()) {
    await postsIn(store).update(1, { title: `Written before search ${at}`, content: `For ${path}`, excerpt: `${at}` })
    await site.dispatch({ method: 'GET', path: '/cms/v2/posts/1' })
    const started = performance.now()
    const answer = await site.dispatch({ method: 'GET', path, query: `search=${encodeURIComponent(search)}` })
    const text = answer.text()
    times.push(performance.now() - started)
    if (answer.status !== 200) throw new Error(`${path} was answered with ${text} for ${search}`)
  }
  return times
}

/** Searches at a million posts, each with different words and nothing cached: the median of 20. */
export async function run(): Promise<BenchResult[]> {
  const { path, remove } = copyOf(filledSite(MILLION))
  const opened = await openFilled(path, { synchronous: 'normal' })
  const results: BenchResult[] = []
  for (const [route, goal] of [
    ['/cms/v2/posts', 25],
    ['/cms/v2/search', 50],
  ] as const) {
    const rounds: number[][] = []
    for (let round = 0; round < 5; round++) rounds.push(await timesOf(opened, route))
    const slowest = median(rounds.map(times => Math.max(...times)))
    results.push({
      name: `searches of ${route}, 1,000,000 posts: milliseconds`,
      ratio: median(rounds.map(median)),
      goal,
      compare: 'at-most',
      detail: `the median of ${SEARCHES.length} of four kinds; the slowest takes ${slowest.toFixed(0)} ms`,
    })
  }
  await opened.close()
  remove()
  return results
}
