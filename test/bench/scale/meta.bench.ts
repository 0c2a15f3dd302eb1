import type { BenchResult } from '../bench-result.js'
import { median, ratioOf } from '../measure.js'
import { COLORS, DATABASES, openSubject, referredPost, type Subject, startOf } from './meta-subject.js'
import { MILLION, THOUSAND } from './scale-site.js'

type Query = (n: number, posts: number) => string

const range = (from: number) => `meta[height][gte]=${from}&meta[height][lt]=${from + 100}`

/** Lists that take as long at a million posts as at a thousand. */
const FLAT: readonly (readonly [name: string, query: Query])[] = [
  ['equal, a tenth of the posts', n => `meta[color]=${COLORS[n % 10]}`],
  ['a range, a tenth of the posts', () => range(300)],
  ['ordered', () => 'orderby=meta.height&order=desc'],
  ['ordered and filtered', n => `orderby=meta.starts&meta[color]=${COLORS[n % 10]}`],
  ['referring to a post', (n, posts) => `meta[linked]=${referredPost(n, posts)}`],
  ['that a post refers to', (n, posts) => `referring[post.linked]=${10 + (n % (posts - 10))}`],
  ['that any posts refer to', () => 'referring[post.linked][exists]=true'],
]

/** Lists whose totals are counted for each request, and their milliseconds at a million posts. */
const COUNTED: readonly (readonly [name: string, most: number, query: Query])[] = [
  ['a range, a tenth of the posts, counted to 10,000', 60, n => range((n * 7) % 800)],
  [
    'a range, three in a thousand posts, counted',
    60,
    (n, posts) => {
      const width = (posts * 3) / 1000
      const from = (n * 1009) % (posts - width)
      return `meta[starts][gte]=${startOf(from)}&meta[starts][lt]=${startOf(from + width)}`
    },
  ],
]

async function medianOf(measure: () => Promise<number>): Promise<number> {
  await measure()
  const times: number[] = []
  for (let round = 0; round < 5; round++) times.push(await measure())
  return median(times)
}

async function* resultsOn(database: (typeof DATABASES)[number]): AsyncGenerator<BenchResult> {
  const posts = MILLION
  const large = await openSubject(database, posts)
  const small = await openSubject(database, THOUSAND)
  const compare = async (
    name: string,
    measures: readonly [() => Promise<number>, () => Promise<number>],
    goal = 1.3,
  ): Promise<BenchResult> => {
    const { ratio, ours, theirs } = await ratioOf(...measures, 9)
    const detail = `${ours.toFixed(3)} ms against ${theirs.toFixed(3)} ms`
    return { name: `${name}, ${database}`, ratio, goal, compare: 'at-most', detail }
  }
  const compareLists = (name: string, of: (subject: Subject, posts: number) => () => Promise<number>) =>
    compare(`${name}, ${posts} posts against 1,000`, [of(large, posts), of(small, THOUSAND)])
  const milliseconds = async (name: string, goal: number, path: string, query: Query): Promise<BenchResult> => ({
    name: `milliseconds of ${name}, ${posts} posts, ${database}`,
    ratio: await medianOf(large.read(path, n => query(n, posts))),
    goal,
    compare: 'at-most',
    detail: `${(await medianOf(small.read(path, n => query(n, THOUSAND)))).toFixed(3)} ms at 1,000 posts`,
  })
  for (const [name, query] of FLAT)
    yield await compareLists(name, (subject, posts) => subject.read('posts', n => query(n, posts)))
  const order = 'orderby=meta.height&order=asc'
  const cursors = new Map([
    [large, await large.cursorAt(order)],
    [small, await small.cursorAt(order)],
  ])
  yield await compareLists('a page by cursor in order', subject =>
    subject.read('posts', () => `${order}&cursor=${cursors.get(subject)}&per_page=100`),
  )
  for (const [name, most, query] of COUNTED) yield await milliseconds(name, most, 'posts', query)
  yield await milliseconds('facets', 50, 'posts/facets', () => 'facets=meta.color')
  await Promise.all([large.close(), small.close()])
  const declared = await openSubject(database, THOUSAND, 'declared')
  const others = await openSubject(database, THOUSAND, 'others')
  const creations = [() => declared.create(), () => others.create()] as const
  yield await compare('creation with five declared keys against five others', creations, 1.4)
  await Promise.all([declared.close(), others.close()])
}

/** Lists by declared meta keys at a million posts against a thousand, and creations with and without such keys. */
export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const database of DATABASES) for await (const result of resultsOn(database)) results.push(result)
  return results
}
