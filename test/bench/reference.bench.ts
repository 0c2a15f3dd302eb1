import type { BenchResult } from './bench-result.js'
import { ratioOf, requestsPerSecond, startServer } from './measure.js'
import { samplePost } from './sample-site.js'

const POSTS = 2000
const BATCH = 25

/** A server of the interface as WordPress serves it: the URL of its root, with an application password. */
interface Reference {
  readonly root: URL
  readonly authorization: string
}

/** The server that `PLATEN_REFERENCE` names, such as `http://admin:password@127.0.0.1:8080/wp-json/`. */
function referenceServer(): Reference | undefined {
  const text = process.env['PLATEN_REFERENCE']
  if (text === undefined) return undefined
  const root = new URL(text.endsWith('/') ? text : `${text}/`)
  const login = `${decodeURIComponent(root.username)}:${decodeURIComponent(root.password)}`
  root.username = ''
  root.password = ''
  return { root, authorization: `Basic ${Buffer.from(login).toString('base64')}` }
}

/** Creates the posts that the server lacks, so that both lists are equally long. */
async function fill({ root, authorization }: Reference): Promise<void> {
  const list = await fetch(new URL('wp/v2/posts?per_page=1', root))
  const total = Number(list.headers.get('x-wp-total'))
  for (let first = total; first < POSTS; first += BATCH) {
    const requests = Array.from({ length: Math.min(BATCH, POSTS - first) }, (_, i) => {
      const { title, content, date, slug } = samplePost(first + i)
      return { method: 'POST', path: '/wp/v2/posts', body: { title, content, date, slug, status: 'publish' } }
    })
    const response = await fetch(new URL('batch/v1', root), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
    })
    if (response.status !== 207) throw new Error(`batch/v1 answered ${response.status}: ${await response.text()}`)
  }
}

/**
 * The list of 10 posts of 2,000 in SQLite, served by one process, against the server that `PLATEN_REFERENCE` names.
 * Without that variable, nothing is measured.
 */
export async function run(): Promise<BenchResult[]> {
  const reference = referenceServer()
  if (reference === undefined) return []
  await fill(reference)
  const theirUrl = new URL('wp/v2/posts', reference.root).href
  const results: BenchResult[] = []
  for (const { caches, name } of [
    { caches: 'nothing', name: 'nothing cached' },
    { caches: 'responses', name: 'responses cached' },
  ]) {
    const platen = await startServer('list-platen', [caches])
    try {
      const { ratio, ours, theirs } = await ratioOf(
        () => requestsPerSecond(platen.url),
        () => requestsPerSecond(theirUrl),
      )
      const detail = `${Math.round(ours)} requests/s against ${theirs.toFixed(1)}`
      results.push({
        name: `list of 10 posts against the reference server, ${name}`,
        ratio,
        goal: 10,
        compare: 'at-least',
        detail,
      })
    } finally {
      platen.stop()
    }
  }
  return results
}
