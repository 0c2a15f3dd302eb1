import { cmsDialect, createSite, metaIn, type Site, usersIn } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import { openSqliteStore } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import { newSchema } from '../../sql/postgres/new-schema.js'
import { fillStore, plainHasher } from '../sample-site.js'
import { AFTER_ALL, copyOf, filledSite } from './scale-site.js'

export const COLORS = ['red', 'green', 'blue', 'white', 'black', 'grey', 'pink', 'brown', 'gold', 'lime']
/** Without a common divisor with the numbers of posts. */
const STEP = 7919
const BATCH = 5000
/** Every tenth post is referred to, by ten others. */
const REFERRED = 10

/** The id of the n-th post that others refer to. */
export const referredPost = (n: number, posts: number) => 10 + REFERRED * (n % (posts / REFERRED - 1))

/** Which keys a site has: those of lists, five declared ones, or five that are not declared. */
export type Keys = 'listed' | 'declared' | 'others'

export const DATABASES = ['SQLite', 'PostgreSQL'] as const

export interface Subject {
  /** The milliseconds of one request, whose query `n` varies. */
  read(path: string, query: (n: number) => string): () => Promise<number>
  create(): Promise<number>
  cursorAt(query: string): Promise<string>
  close(): Promise<void>
}

/** The moment that a post starts at: each another minute. */
export const startOf = (minute: number) =>
  `${new Date(Date.UTC(2020, 0, 1) + minute * 60_000).toISOString().slice(0, 19)}Z`

/** The values of a post, by its id: 1,000 heights and ten colors in no order, and moments that no other post has. */
const valuesOf = (id: number, posts: number) => ({
  height: (id * STEP) % 1000,
  color: COLORS[(id * STEP) % 10] ?? '',
  starts: startOf((id * STEP) % posts),
})

const of = { object: 'post', subtype: 'post', single: true } as const

function register(site: Site, keys: Keys): void {
  const filterable = keys !== 'others'
  const sortable = filterable
  site.registerMeta({ ...of, key: 'height', type: 'integer', filterable, sortable })
  site.registerMeta({ ...of, key: 'color', type: 'string', filterable, facet: filterable })
  site.registerMeta({ ...of, key: 'starts', type: 'string', schema: { format: 'date-time' }, filterable, sortable })
  if (keys === 'listed') {
    const refersTo = { object: 'post', subtypes: ['post'] } as const
    site.registerMeta({ ...of, key: 'linked', type: 'integer', refersTo, filterable })
  } else {
    site.registerMeta({ ...of, key: 'label', type: 'string', filterable })
    site.registerMeta({ ...of, key: 'open', type: 'boolean', filterable })
  }
}

async function fillMeta(store: Store, posts: number): Promise<void> {
  for (let from = 1; from <= posts; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, posts - from + 1) }, (_, at) => from + at)
    const records = ids.flatMap(object => {
      const values = { ...valuesOf(object, posts), linked: referredPost(object * STEP, posts) }
      return Object.entries(values).map(([key, value]) => ({ kind: 'post', object, key, value }))
    })
    await store.transaction(async tx => metaIn(tx).insertMany(records), { bulk: true })
  }
}

async function openFilled(database: (typeof DATABASES)[number], posts: number) {
  const statementTimeout = Number.POSITIVE_INFINITY
  if (database === 'SQLite') {
    const { path, remove } = copyOf(filledSite(posts))
    return { store: await openSqliteStore({ path, mustExist: true, statementTimeout, synchronous: 'normal' }), remove }
  }
  const { url, schema, drop } = await newSchema()
  const store = await openPostgresStore({ url, schema, statementTimeout, idleTransactionTimeout: 600_000 })
  await fillStore(store, posts)
  return { store, remove: drop }
}

/** A site with posts on a database, with nothing cached. */
export async function openSubject(
  database: (typeof DATABASES)[number],
  posts: number,
  keys: Keys = 'listed',
): Promise<Subject> {
  const { store, remove } = await openFilled(database, posts)
  const makeSite = () =>
    createSite({
      store,
      url: 'http://127.0.0.1',
      dialect: cmsDialect,
      services: { passwords: plainHasher, clock: () => AFTER_ALL },
      renderCache: false,
    })
  if (keys !== 'others') {
    await makeSite().ready()
    await fillMeta(store, posts)
  }
  const site = makeSite()
  register(site, keys)
  await site.ready()
  const user = await usersIn(store).get(1)
  if (user === undefined) throw new Error('the site has no administrator')
  const principal = site.principalOf(user)
  const get = async (route: string, query: string) => {
    for (;;) {
      const answer = await site.dispatch({ method: 'GET', path: `/cms/v2/${route}`, query })
      const text = answer.text()
      // The keys are being indexed.
      if (answer.status === 503) await new Promise(resolve => setTimeout(resolve, 100))
      else if (answer.status !== 200 || text.length < 20) throw new Error(`${route}?${query}: ${text}`)
      else return answer
    }
  }
  if (keys === 'listed') {
    for (const key of ['height', 'starts']) await get('posts', `orderby=meta.${key}`)
    for (const query of ['meta[color]=red', 'meta[linked]=20']) await get('posts', query)
  }
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
      await remove()
    },
  }
}
