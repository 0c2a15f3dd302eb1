import type { BenchResult } from './bench-result.js'
import { ratioOf, requestsPerSecond, startServer } from './measure.js'

/** The list of posts with `_embed`, against the same list without it; nothing is cached. */
export async function run(): Promise<BenchResult> {
  const { url, stop } = await startServer('list-platen', ['nothing'])
  try {
    const { ratio, ours, theirs } = await ratioOf(
      () => requestsPerSecond(`${url}?_embed`),
      () => requestsPerSecond(url),
    )
    const detail = `${Math.round(ours)} requests/s against ${Math.round(theirs)} without _embed`
    return { name: 'list of 10 posts with _embed, caches off', ratio, goal: 0.5, compare: 'at-least', detail }
  } finally {
    stop()
  }
}
