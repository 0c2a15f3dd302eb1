import type { BenchResult } from './bench-result.js'
import { ratioOf, requestsPerSecond, startServer } from './measure.js'

/** Many short rounds, because the ratio is near 1 and must not depend on other load on the machine. */
const ROUNDS = 9

interface SignedInServer {
  readonly url: string
  /** The headers of a signed-in caller, by authentication method. */
  readonly callers: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The list of posts for signed-in callers, against the same list for anonymous ones. Nothing is cached. */
export async function run(): Promise<BenchResult[]> {
  const server = await startServer('signed-in-platen')
  try {
    const { url, callers } = JSON.parse(server.url) as SignedInServer
    const results: BenchResult[] = []
    for (const [way, headers] of Object.entries(callers)) {
      await requireUser(url, headers)
      const { ratio, ours, theirs } = await ratioOf(
        () => requestsPerSecond(url, 1, headers),
        () => requestsPerSecond(url, 1),
        ROUNDS,
      )
      const name = `list of 10 posts of 2,000 in SQLite, by ${way}`
      const detail = `${Math.round(ours)} requests/s against ${Math.round(theirs)} of an anonymous caller`
      results.push({ name, ratio, goal: 0.9, compare: 'at-least', detail })
    }
    return results
  } finally {
    server.stop()
  }
}

/** Checks that a caller is signed in: otherwise, anonymous callers would be measured against themselves. */
async function requireUser(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const me = await fetch(url.replace(/posts$/, 'users/me'), { headers })
  if (me.status !== 200) throw new Error(`the credentials were answered with ${me.status}`)
}
