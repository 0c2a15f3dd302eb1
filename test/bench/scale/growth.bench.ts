import { usersIn } from '@platen/site'
import type { BenchResult } from '../bench-result.js'
import { ratioOf } from '../measure.js'
import { copyOf, filledSite, MILLION, openFilled, THOUSAND } from './scale-site.js'

type Send = (method: string, path: string, input?: Record<string, unknown>) => Promise<void>

/** One kind of work. `n` is the number of the repetition on a site with the given number of posts. */
interface Work {
  readonly name: string
  readonly times: number
  once(send: Send, n: number, posts: number): Promise<void>
}

/** A step that has no common divisor with the number of posts of either site visits them all, far from each other. */
const STEP = 7919
const someId = (n: number, posts: number): number => 1 + ((n * STEP) % posts)
const HOUR = 3600_000
const hour = (n: number): string => new Date(Date.UTC(2020, 0, 1) + n * HOUR).toISOString().slice(0, 19)

/** A week: posts are an hour apart. */
function someWeek(n: number, posts: number): string {
  const first = someId(n, posts - 170)
  return `after=${hour(first)}&before=${hour(first + 168)}`
}

/** Makes a URL unique: otherwise the small site would soon have cached the routing of all its posts. */
const unseen = (n: number): string => `visit=${n}`

/** Reads alternate often, so that other load on the machine affects both sites. */
const ROUNDS_OF_READS = 45
/**
 * Each round of writes includes infrequent operations; with an additional one for the warm-up, no post is deleted
 * twice.
 */
const ROUNDS_OF_WRITES = 9

const reads: readonly Work[] = [
  { name: 'list of 10', times: 60, once: send => send('GET', '/cms/v2/posts') },
  {
    name: 'single read',
    times: 300,
    once: (send, n, posts) => send('GET', `/cms/v2/posts/${someId(n, posts)}?${unseen(n)}`),
  },
  { name: 'list by term', times: 60, once: (send, n) => send('GET', `/cms/v2/posts?tags=${2 + (n % 50)}`) },
  { name: 'list by author', times: 60, once: send => send('GET', '/cms/v2/posts?author=1') },
  {
    name: 'list of a week',
    times: 60,
    once: (send, n, posts) => send('GET', `/cms/v2/posts?${someWeek(n, posts)}&${unseen(n)}`),
  },
  { name: 'list with _embed', times: 30, once: send => send('GET', '/cms/v2/posts?_embed') },
]

const writes: readonly Work[] = [
  {
    // Half of the new posts share their title, and so the start of their slug, with one before.
    name: 'create',
    times: 90,
    once: (send, n) =>
      send('POST', '/cms/v2/posts', { title: `Leaf ${n >> 1}`, content: 'It grows.', status: 'publish', tags: [2] }),
  },
  {
    name: 'update',
    times: 90,
    once: (send, n, posts) => send('POST', `/cms/v2/posts/${someId(n, posts)}`, { title: `Turned ${n}` }),
  },
  {
    name: 'delete',
    times: 90,
    once: (send, n, posts) => send('DELETE', `/cms/v2/posts/${someId(n, posts)}?force=true`),
  },
  {
    name: 'create, and list its terms',
    times: 60,
    async once(send, n) {
      await send('POST', '/cms/v2/posts', { title: `Bud ${n}`, content: 'It opens.', status: 'publish', tags: [3] })
      for (const query of ['categories=1', 'tags=3']) await send('GET', `/cms/v2/posts?${query}`)
    },
  },
]

interface Subject {
  milliseconds(work: Work): Promise<number>
  close(): Promise<void>
}

async function subject(posts: number): Promise<Subject> {
  const { path, remove } = copyOf(filledSite(posts))
  const { site, store, close } = await openFilled(path, { synchronous: 'normal' })
  const administrator = await usersIn(store).get(1)
  if (administrator === undefined) throw new Error('the site has no administrator')
  const principal = site.principalOf(administrator)
  const send: Send = async (method, target, value) => {
    const [route = '', query] = target.split('?')
    const body = value && ({ kind: 'json', value } as const)
    const signedIn = method === 'GET' ? undefined : principal
    const answer = await site.dispatch({ method, path: route, query, body, principal: signedIn })
    const text = answer.text()
    if (answer.status >= 300 || text.length < 200) throw new Error(`${method} ${target} was answered with ${text}`)
  }
  const done = new Map<Work, number>()
  return {
    async milliseconds(work) {
      const from = done.get(work) ?? 0
      done.set(work, from + work.times)
      const started = performance.now()
      for (let n = from; n < from + work.times; n++) await work.once(send, n, posts)
      return (performance.now() - started) / work.times
    },
    async close() {
      await close()
      remove()
    },
  }
}

/** Operations of editors and readers, at a million posts against a thousand, each alone and uncached. */
export async function run(): Promise<BenchResult[]> {
  const large = await subject(MILLION)
  const small = await subject(THOUSAND)
  const results: BenchResult[] = []
  for (const work of [...reads, ...writes]) {
    const { ratio, ours, theirs } = await ratioOf(
      () => large.milliseconds(work),
      () => small.milliseconds(work),
      reads.includes(work) ? ROUNDS_OF_READS : ROUNDS_OF_WRITES,
    )
    const detail = `${ours.toFixed(3)} ms against ${theirs.toFixed(3)} ms`
    results.push({ name: `${work.name}, 1,000,000 posts against 1,000`, ratio, goal: 1.3, compare: 'at-most', detail })
  }
  await large.close()
  await small.close()
  return results
}
