import { keepHeapSmall } from '@platen/cli'
import { usersIn } from '@platen/site'
import { median } from '../measure.js'
import { MILLION, openFilled } from './scale-site.js'

/** Handles typical requests of readers and editors of a large site, and reports the resident memory to the parent. */
const [path, count = '200000'] = process.argv.slice(2)
if (path === undefined) throw new Error('The path of a site is wanted.')
const requests = Number(count)
// As \`platen serve\` does.
keepHeapSmall()
const { site, store, close } = await openFilled(path, { synchronous: 'normal' })
const administrator = await usersIn(store).get(1)
if (administrator === undefined) throw new Error('the site has no administrator')
const signedIn = site.principalOf(administrator)

const STEP = 7919
const someId = (n: number) => 1 + ((n * STEP) % MILLION)
const words = ['note', 'paper', 'ink', 'meets', 'nothing', '"of paper"', '4711th', 'note -ink']

interface Sent {
  readonly method?: string
  readonly path: string
  readonly query?: string
  readonly value?: Readonly<Record<string, unknown>>
  readonly isSignedIn?: boolean
}

const posts = '/cms/v2/posts'
/** Infrequent requests: searches, and writes that change totals. */
const rare: readonly ((n: number) => Sent)[] = [
  n => ({ path: posts, query: `search=${encodeURIComponent(words[(n / 50) % words.length] ?? '')}` }),
  n => ({ path: '/cms/v2/search', query: `search=note+${someId(n)}` }),
  n => ({ path: posts, query: `search=note+${someId(n)}` }),
  n => write('POST', posts, { title: `Leaf ${n}`, content: `It grows ${n}.`, status: 'publish' }),
  n => write('POST', `${posts}/${someId(n)}`, { title: `Turned ${n}` }),
  n => write('DELETE', `${posts}/${someId(n + 1)}`, { force: true }),
]
const write = (method: string, path: string, value: NonNullable<Sent['value']>): Sent => ({
  method,
  path,
  value,
  isSignedIn: true,
})

/** Cycles through fifty kinds of requests, of which the first is a rare one. */
function requestOf(n: number): Sent {
  const kind = n % 50
  if (kind === 0) return rare[(n / 50) % rare.length]?.(n) ?? { path: posts }
  if (kind < 8) return { path: posts, query: `context=edit&page=${1 + (n % 7)}`, isSignedIn: true }
  if (kind < 12) return { path: posts, query: `tags=${2 + (n % 50)}&page=${1 + (n % 3)}` }
  if (kind < 14) return { path: posts, query: `_embed&page=${1 + (n % 5)}` }
  if (kind < 16) return { path: posts, query: `author=1&order=asc&page=${1 + (n % 9)}` }
  if (kind < 18) return { path: posts, query: `cursor=&per_page=${1 + (n % 20)}`, isSignedIn: kind === 17 }
  if (kind < 20) return { path: '/cms/v2/tags', query: `page=${1 + (n % 5)}` }
  if (kind < 22) return { path: `${posts}/${someId(n)}`, query: `x=${n}` }
  if (kind < 26) return { path: posts, query: `slug=note-${someId(n)}` }
  if (kind < 30) return { path: posts, query: `page=${1 + (n % 20)}` }
  return { path: `${posts}/${someId(n)}`, isSignedIn: kind % 5 === 0 }
}

async function answer(n: number): Promise<void> {
  const { method = 'GET', path: target, query, value, isSignedIn = false } = requestOf(n)
  const body = value && ({ kind: 'json', value } as const)
  const response = await site.dispatch({
    method,
    path: target,
    query,
    body,
    principal: isSignedIn ? signedIn : undefined,
  })
  response.text()
  // Deleted posts are also read.
  if (response.status >= 500) throw new Error(`${method} ${target}?${query} was answered with ${response.status}`)
}

/** The median of the resident memory around a moment, because a garbage collection may be due at any time. */
const residentAround = { half: [] as number[], end: [] as number[] }
const AT_ONCE = 10
const window = requests / 20
for (let n = 0; n < requests; n += AT_ONCE) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => answer(n + at)))
  if (n % 500 !== 0) continue
  if (Math.abs(n - requests / 2) < window) residentAround.half.push(process.memoryUsage.rss())
  if (n > requests - window) residentAround.end.push(process.memoryUsage.rss())
  if (process.env['PLATEN_BENCH_TRACE'] !== undefined && n % 5000 === 0) {
    const { rss, heapUsed, external } = process.memoryUsage()
    console.log(n, ...[rss, heapUsed, external].map(bytes => Math.round(bytes / 2 ** 20)))
  }
}
process.send?.({ half: median(residentAround.half), end: median(residentAround.end) }, () => process.disconnect())
await close()
