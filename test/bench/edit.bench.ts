import type { BenchResult } from './bench-result.js'
import { ratioOf, requestsPerSecond, startServer } from './measure.js'

interface EditServer {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The list of posts for editors, each title 200 times on the site, against the list for readers, both signed in. */
export async function run(): Promise<BenchResult> {
  const server = await startServer('edit-platen')
  try {
    const { url, headers } = JSON.parse(server.url) as EditServer
    await requireEqualTitles(url, headers)
    const { ratio, ours, theirs } = await ratioOf(
      () => requestsPerSecond(`${url}?context=edit`, 1, headers),
      () => requestsPerSecond(url, 1, headers),
    )
    const name = 'list of 10 posts for editors, 200 of each title, caches off'
    const detail = `${Math.round(ours)} requests/s against ${Math.round(theirs)} for readers`
    return { name, ratio, goal: 0.6, compare: 'at-least', detail }
  } finally {
    server.stop()
  }
}

/** Checks that titles are shared: with unique ones, the bench would not measure the search for free slugs. */
async function requireEqualTitles(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(`${url}?context=edit&_fields=generated_slug`, { headers })
  const posts = (await answer.json()) as readonly { readonly generated_slug: string }[]
  if (posts.length !== 10 || posts.some(post => !post.generated_slug.endsWith('-200')))
    throw new Error(`the list was answered with ${JSON.stringify(posts)}`)
}
