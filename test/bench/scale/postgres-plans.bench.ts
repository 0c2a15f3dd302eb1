import { cmsDialect, createSite, postsIn, type Site } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import type { Store } from '@platen/storage'
import { newSchema } from '../../sql/postgres/new-schema.js'
import type { BenchResult } from '../bench-result.js'
import { median } from '../measure.js'
import { fillStore, plainHasher } from '../sample-site.js'
import { AFTER_ALL, copyOf, filledSite, openFilled } from './scale-site.js'

const POSTS = 100_000
/** More than five: then PostgreSQL may plan statements for all values. */
const ROUNDS = 11
/** How much longer than SQLite PostgreSQL may take. */
const FACTOR = 5
/** Milliseconds below which a time says nothing: a round trip to the server and its planner take one. */
const NOISE = 2

const REQUESTS = [
  ['a list with offset=90000', '/cms/v2/posts', 'offset=90000'],
  ['a list by author', '/cms/v2/posts', 'orderby=author'],
  ['a list with two common words', '/cms/v2/posts', 'search=note%20paper'],
  ['results for a common word', '/cms/v2/search', 'search=paper'],
  ['results for two letters', '/cms/v2/search', 'search=of'],
] as const

interface Opened {
  readonly site: Site
  readonly store: Store
  close(): Promise<void>
}

async function openFilledSchema(): Promise<Opened> {
  const { url, schema, drop } = await newSchema()
  const store = await openPostgresStore({ url, schema, idleTransactionTimeout: 60_000 })
  await fillStore(store, POSTS)
  const services = { passwords: plainHasher, clock: () => AFTER_ALL }
  const site = createSite({ store, url: 'http://127.0.0.1', dialect: cmsDialect, services, renderCache: false })
  await site.ready()
  return {
    site,
    store,
    async close() {
      await store.close()
      await drop()
    },
  }
}

/** The milliseconds of an edit of a post. */
async function timeOfEdit({ store }: Opened, round: number): Promise<number> {
  const from = performance.now()
  await postsIn(store).update(1, { title: `Edited ${round}`, content: `Edit ${round} of a note`, excerpt: `${round}` })
  return performance.now() - from
}

/** The milliseconds of a request after an edit, so that no count is cached. */
async function timeOf(opened: Opened, path: string, query: string, round: number): Promise<number> {
  await timeOfEdit(opened, round)
  await opened.site.dispatch({ method: 'GET', path: '/cms/v2/posts/1' })
  const from = performance.now()
  const { status, text } = await opened.site.dispatch({ method: 'GET', path, query })
  text()
  const time = performance.now() - from
  if (status !== 200) throw new Error(`${path}?${query} was answered with ${status}`)
  return time
}

/** Requests that scan most of a site unless they are planned well: PostgreSQL against SQLite. */
export async function run(): Promise<BenchResult[]> {
  const { path, remove } = copyOf(filledSite(POSTS))
  const sqlite = await openFilled(path, { synchronous: 'normal' })
  const postgres = await openFilledSchema()
  const compare = async (name: string, timeIn: (opened: Opened, round: number) => Promise<number>) => {
    const ofSqlite: number[] = []
    const ofPostgres: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ofSqlite.push(await timeIn(sqlite, round))
      ofPostgres.push(await timeIn(postgres, round))
    }
    const times = `${median(ofPostgres).toFixed(1)} ms against ${median(ofSqlite).toFixed(1)} ms`
    return {
      name: `${name}, 100,000 posts: PostgreSQL against SQLite`,
      ratio: median(ofPostgres) / Math.max(NOISE, median(ofSqlite)),
      goal: FACTOR,
      compare: 'at-most',
      detail: `${times}; the slowest took ${Math.max(...ofPostgres).toFixed(0)} ms`,
    } as const
  }
  const results: BenchResult[] = [await compare('an edit after the import', timeOfEdit)]
  for (const [name, path, query] of REQUESTS)
    results.push(await compare(name, (opened, round) => timeOf(opened, path, query, round)))
  await sqlite.close()
  await postgres.close()
  remove()
  return results
}
