import type { BenchResult } from './bench-result.js'
import { ratioOf, requestsPerSecond, startServer } from './measure.js'

async function listAgainstBytes(cache: 'cache' | 'no-cache', goal: number): Promise<BenchResult> {
  const platen = await startServer('list-platen', [cache])
  const bare = await startServer('bare-bytes', [platen.url])
  try {
    const { ratio, ours, theirs } = await ratioOf(
      () => requestsPerSecond(platen.url),
      () => requestsPerSecond(bare.url),
    )
    const name = `list of 10 posts of 2,000 in SQLite, caches ${cache === 'cache' ? 'on' : 'off'}`
    const detail = `${Math.round(ours)} requests/s against ${Math.round(theirs)} of a bare server that sends the same bytes`
    return { name, ratio, goal, compare: 'at-least', detail }
  } finally {
    platen.stop()
    bare.stop()
  }
}

/** The list of posts over HTTP, against a bare `node:http` server that sends the same bytes. */
export async function run(): Promise<BenchResult[]> {
  return [await listAgainstBytes('no-cache', 0.15), await listAgainstBytes('cache', 0.3)]
}
