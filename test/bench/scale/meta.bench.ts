import { cmsDialect, createSite, metaIn, type Site, usersIn } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import type { BenchResult } from '../bench-result.js'
import { ratioOf } from '../measure.js'
import { plainHasher } from '../sample-site.js'
import { AFTER_ALL, copyOf, filledSite, MILLION, THOUSAND } from './scale-site.js'

const COLORS = ['red', 'green', 'blue', 'white', 'black', 'grey', 'pink', 'brown', 'gold', 'lime']
/** Without a common divisor with the numbers of posts. */
const STEP = 7919
const BATCH = 5000
const KEYS = ['height', 'color', 'starts', 'label', 'open'] as const

/** The values of a post, by its id: 1,000 heights and ten colors in no order, and moments that no other post has. */
const valuesOf = (id: number, posts: number) => ({
  height: (id * STEP) % 1000,
  color: COLORS[(id * STEP) % 10] ?? '',
  starts: `${new Date(Date.UTC(2020, 0, 1) + ((id * STEP) % posts) * 60_000).toISOString().slice(0, 19)}Z`,
})

function declare(site: Site): void {
  const of = { object: 'post', subtype: 'post', single: true, filterable: true } as const
  site.registerMeta({ ...of, key: 'height', type: 'integer', sortable: true })
  site.registerMeta({ ...of, key: 'color', type: 'string', facet: true })
  site.registerMeta({ ...of, key: 'starts', type: 'string', schema: { format: 'date-time' }, sortable: true })
  site.registerMeta({ ...of, key: 'label', type: 'string' })
  site.registerMeta({ ...of, key: 'open', type: 'boolean' })
}

interface Subject {
  /** The milliseconds of one request, whose query `n` varies so that nothing is cached. */
  read(path: string, query: (n: number) => string): () => Promise<number>
  create(): Promise<number>
  cursorAt(query: string): Promise<string>
  close(): Promise<void>
}

async function fillMeta(store: Store, posts: number): Promise<void> {
  for (let from = 1; from <= posts; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, posts - from + 1) }, (_, at) => from + at)
    const records = ids.flatMap(object =>
      Object.entries(valuesOf(object, posts)).map(([key, value]) => ({ kind: 'post', object, key, value })),
    )
    await store.transaction(async tx => metaIn(tx).insertMany(records), { bulk: true })
  }
}

const siteOn = (store: Store) =>
  createSite({
    store,
    url: 'http://127.0.0.1',
    dialect: cmsDialect,
    services: { passwords: plainHasher, clock: () => AFTER_ALL },
    renderCache: false,
  })

async function subject(posts: number, isDeclared = true): Promise<Subject> {
  const { path, remove } = copyOf(filledSite(posts))
  const store = await openSqliteStore({
    path,
    mustExist: true,
    statementTimeout: Number.POSITIVE_INFINITY,
    synchronous: 'normal',
  })
  if (isDeclared) {
    await siteOn(store).ready()
    await fillMeta(store, posts)
  }
  const site = siteOn(store)
  if (isDeclared) declare(site)
  else
    for (const key of KEYS) {
      const type = key === 'height' ? 'integer' : key === 'open' ? 'boolean' : 'string'
      site.registerMeta({ object: 'post', subtype: 'post', key, type, single: true })
    }
  await site.ready()
  const user = await usersIn(store).get(1)
  if (user === undefined) throw new Error('the site has no administrator')
  const principal = site.principalOf(user)
  const get = async (route: string, query: string) => {
    for (;;) {
      const answer = await site.dispatch({ method: 'GET', path: `/cms/v2/${route}`, query })
      const text = answer.text()
      if (answer.status === 503) await new Promise(resolve => setTimeout(resolve, 100))
      else if (answer.status !== 200 || text.length < 20) throw new Error(`${route}?${query}: ${text}`)
      else return answer
    }
  }
  if (isDeclared) for (const key of ['height', 'starts']) await get('posts', `orderby=meta.${key}`)
  let created = 0
  let visits = 0
  return {
    read: (route, query) => async () => {
      const from = performance.now()
      for (let n = 0; n < 20; n++) await get(route, `${query(visits++)}&_visit=${visits}`)
      return (performance.now() - from) / 20
    },
    async create() {
      const from = performance.now()
      for (let n = 0; n < 50; n++) {
        const meta = { ...valuesOf(++created, posts), label: `Label ${created}`, open: created % 2 === 0 }
        const value = { title: `Leaf ${created}`, content: 'It grows.', status: 'publish', meta }
        const { status } = await site.dispatch({
          method: 'POST',
          path: '/cms/v2/posts',
          body: { kind: 'json', value },
          principal,
        })
        if (status !== 201) throw new Error(`a creation was answered with ${status}`)
      }
      return (performance.now() - from) / 50
    },
    async cursorAt(query) {
      let cursor = ''
      for (let page = 0; page < 5; page++) {
        const { headers } = await get('posts', `${query}&per_page=100&_fields=id&cursor=${cursor}`)
        cursor = /[?&]cursor=([\w-]+)/.exec(headers['Link'] ?? '')?.[1] ?? ''
      }
      return cursor
    },
    async close() {
      await store.close()
      remove()
    },
  }
}

/** Lists by declared meta keys at a million posts against a thousand, uncached; and creations with and without such keys. */
export async function run(): Promise<BenchResult[]> {
  const large = await subject(MILLION)
  const small = await subject(THOUSAND)
  const results: BenchResult[] = []
  const compare = async (name: string, pair: readonly [() => Promise<number>, () => Promise<number>], goal: number) => {
    const { ratio, ours, theirs } = await ratioOf(...pair, 9)
    results.push({
      name,
      ratio,
      goal,
      compare: 'at-most',
      detail: `${ours.toFixed(3)} ms against ${theirs.toFixed(3)} ms`,
    })
  }
  const reads: readonly (readonly [name: string, query: (n: number) => string])[] = [
    ['equal, a tenth of the posts', n => `meta[color]=${COLORS[n % 10]}`],
    [
      'a range, a tenth of the posts',
      n => `meta[height][gte]=${(n * 7) % 800}&meta[height][lt]=${((n * 7) % 800) + 100}`,
    ],
    ['ordered', () => 'orderby=meta.height&order=desc'],
    ['ordered and filtered', n => `orderby=meta.starts&meta[color]=${COLORS[n % 10]}`],
  ]
  for (const [name, query] of reads)
    await compare(
      `${name}, 1,000,000 posts against 1,000`,
      [large.read('posts', query), small.read('posts', query)],
      1.3,
    )
  const order = 'orderby=meta.height&order=asc'
  const [far, near] = [await large.cursorAt(order), await small.cursorAt(order)]
  await compare(
    'a page by cursor in order, 1,000,000 posts against 1,000',
    [
      large.read('posts', () => `${order}&cursor=${far}&per_page=100`),
      small.read('posts', () => `${order}&cursor=${near}&per_page=100`),
    ],
    1.3,
  )
  const facets = large.read('posts/facets', () => 'facets=meta.color')
  await facets()
  const times = [await facets(), await facets(), await facets()]
  const [time = 0] = times.sort((one, other) => one - other)
  results.push({
    name: 'milliseconds of facets of 1,000,000 posts',
    ratio: time,
    goal: 50,
    compare: 'at-most',
    detail: '',
  })
  const plain = await subject(THOUSAND, false)
  await compare(
    'creation with five declared keys against five others',
    [() => small.create(), () => plain.create()],
    1.4,
  )
  await Promise.all([large.close(), small.close(), plain.close()])
  return results
}
