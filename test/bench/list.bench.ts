import type { BenchResult } from './bench-result.js'
import { ratioOf, requestsPerSecond, startServer } from './measure.js'

/** What a server caches, and the goal of its list. */
const CACHES = [
  { caches: 'nothing', goal: 0.15, name: 'nothing cached' },
  { caches: 'html', goal: 0.15, name: 'only HTML kept' },
  { caches: 'responses', goal: 0.3, name: 'responses cached' },
] as const

async function listAgainstBytes({ caches, goal, name }: (typeof CACHES)[number]): Promise<BenchResult> {
  const platen = await startServer('list-platen', [caches])
  const bare = await startServer('bare-bytes', [platen.url])
  try {
    const { ratio, ours, theirs } = await ratioOf(
      () => requestsPerSecond(platen.url),
      () => requestsPerSecond(bare.url),
    )
    const detail = `${Math.round(ours)} requests/s against ${Math.round(theirs)} of a bare server that sends the same bytes`
    return { name: `list of 10 posts of 2,000 in SQLite, ${name}`, ratio, goal, compare: 'at-least', detail }
  } finally {
    platen.stop()
    bare.stop()
  }
}

/** The list of posts over HTTP, against a bare `node:http` server that sends the same bytes. */
export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const each of CACHES) results.push(await listAgainstBytes(each))
  return results
}
