import { createSite, installSite, type Site, type Store, where } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import t, { type Test } from 'tap'
import { plainHasher } from '../bench/sample-site.js'
import { samplePost, sampleTerm } from '../contract/sample-records.js'
import { inTurn, triesAll } from '../scale.js'
import { noServer, openNewSchema } from './postgres/new-schema.js'

t.setTimeout(600_000)

const TAGS = 600
const FIRST_TAG = 100
const SMALL = triesAll ? 10_000 : 2500
/** How many times more posts the large site has. */
const TIMES = 4
const PER_INSERT = 1000

const tags = (from: number, number: number) => Array.from({ length: number }, (_, at) => FIRST_TAG + from + at).join()
const numbers = (from: number, step: number) => Array.from({ length: 100 }, (_, at) => from + at * step).join()

/** Arguments of lists of posts, each with many values where it takes some. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'many tags': `tags=${tags(0, 300)}`,
  'rare tags': `tags=${tags(500, 90)}`,
  'all of two tags': `tags[operator]=AND&tags[terms]=${tags(0, 2)}`,
  'without many tags': `tags_exclude=${tags(0, 300)}`,
  'without some tags': `tags_exclude=${tags(0, 60)}`,
  category: 'categories=1',
  author: 'author=1,2,3',
  'other authors': 'author_exclude=1',
  after: 'after=2000-06-01T00:00:00',
  before: 'before=2000-06-01T00:00:00',
  'common word': 'search=paper',
  'rare word': 'search=number17',
  without: `exclude=${numbers(1, 3)}`,
  'far away': 'offset=2000',
  format: 'format=standard',
}
const ORDERS = ['author', 'date', 'id', 'modified', 'slug', 'title', 'parent']

type Pair = readonly [name: string, query: string]

const names = Object.keys(ARGUMENTS)
const PAIRS: readonly Pair[] = names.flatMap((one, at) =>
  names.slice(at).flatMap(other => {
    const [first = ''] = (ARGUMENTS[one] ?? '').split('=')
    // One argument cannot be sent twice.
    if (one !== other && ARGUMENTS[other]?.startsWith(first)) return []
    const query = one === other ? ARGUMENTS[one] : `${ARGUMENTS[one]}&${ARGUMENTS[other]}`
    const name = one === other ? one : `${one}, ${other}`
    return ORDERS.map(order => [`${name}, by ${order}`, `${query}&orderby=${order}`] as const)
  }),
)

/** Fills a store with posts, most of one author, each with a category and three of the tags, of which some are rare. */
async function fill(store: Store, posts: number): Promise<Site> {
  const url = 'https://site.example'
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'x' }
  await installSite(store, { url, title: 'A site', administrator, services: { passwords: plainHasher } })
  await store.terms.insertMany(
    Array.from({ length: TAGS }, (_, at) => ({
      ...sampleTerm({ taxonomy: 'post_tag', slug: `tag-${at}`, name: `Tag ${at}` }),
      id: FIRST_TAG + at,
    })),
  )
  let random = 1
  const next = () => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31
    return random / 2 ** 31
  }
  for (let from = 0; from < posts; from += PER_INSERT) {
    await store.transaction(
      async tx => {
        const records = Array.from({ length: PER_INSERT }, (_, at) => {
          const number = from + at
          const date = new Date(Date.UTC(2000, 0, 1) + number * 600_000).toISOString().slice(0, 19)
          const title = `Number${number} of paper`
          return samplePost({
            slug: `p${number}`,
            title,
            author: number % 9 ? 1 : number,
            date,
            dateGmt: date,
            modified: date,
          })
        })
        const stored = await tx.posts.insertMany(records)
        await tx.assignments.insertMany(
          stored.flatMap(({ id }) => {
            const own = new Set([0, 1, 2].map(() => FIRST_TAG + Math.floor(TAGS * next() ** 2)))
            return [1, ...own].map((term, position) => ({ object: id, term, position }))
          }),
        )
      },
      { bulk: true },
    )
  }
  const site = createSite({ store, url, services: { passwords: plainHasher }, renderCache: false })
  await site.ready()
  return site
}

let asked = 0

/** The shortest time of a list in milliseconds by a clock, with the total counted each time. */
async function timeOf(site: Site, query: string, clock: () => number): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    // All posts match, but the total is not cached.
    const all = new Date(Date.UTC(2080, 0, 1) + ++asked * 1000).toISOString().slice(0, 19)
    const from = clock()
    const { status, body } = await site.dispatch({
      method: 'GET',
      path: '/cms/v2/posts',
      query: `${query}&modified_before=${all}&_fields=id`,
    })
    shortest = Math.min(shortest, clock() - from)
    if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`)
  }
  return shortest
}

/** Checks all pairs of arguments in all orders on a small and a large site. */
async function checkPairs(
  t: Test,
  open: () => Promise<Store>,
  { pairs, clock, noise, most }: { pairs: readonly Pair[]; clock: () => number; noise: number; most: number },
): Promise<void> {
  const [small, large] = [await open(), await open()]
  const [smallSite, largeSite] = [await fill(small, SMALL), await fill(large, SMALL * TIMES)]
  // What one condition on each post takes: half of them have the tag, and all are counted.
  const scan = `categories_exclude=${FIRST_TAG - 1},1`
  const base = Math.max(await timeOf(largeSite, scan, clock), noise)
  const times: [name: string, small: number, large: number][] = []
  for (const [name, query] of pairs) {
    const [before, after] = [await timeOf(smallSite, query, clock), await timeOf(largeSite, query, clock)]
    times.push([name, before, after])
    t.ok(after < base * most, `${name}: ${after.toFixed(1)} ms, where counting takes ${base.toFixed(1)} ms`)
    const growth = after / Math.max(before, noise)
    t.ok(growth < TIMES * 2, `${name}: ${before.toFixed(1)} ms become ${after.toFixed(1)} ms`)
  }
  const worst = times.sort((one, other) => other[2] - one[2]).slice(0, 10)
  for (const [name, before, after] of worst) t.comment(`${name}: ${before.toFixed(1)} ms, ${after.toFixed(1)} ms`)
  t.ok((await large.posts.count(where.posts.eq('type', 'post'))) >= SMALL * TIMES)
}

const processorTime = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

t.test('no pair of arguments takes longer than a few scans of the posts (SQLite)', async t => {
  const folder = t.testdir()
  let made = 0
  const open = async () => {
    const store = await openSqliteStore({
      path: `${folder}/${++made}.sqlite`,
      synchronous: 'normal',
      statementTimeout: Number.POSITIVE_INFINITY,
    })
    t.teardown(() => store.close())
    return store
  }
  await checkPairs(t, open, { pairs: inTurn(PAIRS, 12), clock: processorTime, noise: 5, most: 8 })
})

const reason = process.env['X'] ?? (await noServer())
t.test('no pair takes longer on PostgreSQL', reason === undefined ? {} : { skip: reason }, async t => {
  const open = async () => {
    const store = await openNewSchema()
    t.teardown(() => store.close())
    return store
  }
  const pairs = inTurn(
    PAIRS.filter(([name]) => name.includes('tag')),
    12,
  )
  // Other processes of the machine count as well.
  await checkPairs(t, open, { pairs, clock: () => performance.now(), noise: 50, most: 15 })
})
