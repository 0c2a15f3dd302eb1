import { openPostgresStore } from '@platen/sql/postgres'
import { newSchema } from '../../sql/postgres/new-schema.js'
import type { BenchResult } from '../bench-result.js'
import { median, requestsPerSecond, startServer } from '../measure.js'
import { fillStore } from '../sample-site.js'
import { copyOf, filledSite } from './scale-site.js'

const POSTS = 100_000
const ROUNDS = 3
/** The time between two creations of the writer, in milliseconds. */
const INTERVAL = 50

interface Served {
  readonly url: string
  readonly authorization: string
}

/** The arguments of a server with a filled site, after what it caches. */
interface Filled {
  readonly name: string
  readonly place: readonly string[]
  remove(): unknown
}

/** Lists of a large site for anonymous callers while somebody writes, against those while nobody does. */
export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const fill of [filledFile, filledSchema]) {
    const filled = await fill()
    try {
      for (const caches of ['html', 'responses'])
        for (const processes of [1, 2]) results.push(await measure(filled, caches, processes))
    } finally {
      await filled.remove()
    }
  }
  return results
}

async function filledFile(): Promise<Filled> {
  const { path, remove } = copyOf(filledSite(POSTS))
  return { name: 'SQLite', place: [path], remove }
}

async function filledSchema(): Promise<Filled> {
  const { url, schema, drop } = await newSchema()
  const store = await openPostgresStore({ url, schema, idleTransactionTimeout: 60_000 })
  await fillStore(store, POSTS)
  await store.close()
  return { name: 'PostgreSQL', place: [url, schema], remove: drop }
}

async function measure({ name, place }: Filled, caches: string, processes: number): Promise<BenchResult> {
  const readers = await startServer('filled-platen', [caches, ...place])
  const other = processes === 1 ? readers : await startServer('filled-platen', [caches, ...place])
  const { url }: Served = JSON.parse(readers.url)
  const writing: Served = JSON.parse(other.url)
  try {
    const quiet: number[] = []
    const busy: number[] = []
    let written = 0
    await requestsPerSecond(url)
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await requestsPerSecond(url))
      const stop = startWriter(writing)
      busy.push(await requestsPerSecond(url, 4))
      written += await stop()
    }
    return {
      name: `lists at 100,000 posts while one writes, ${name}, ${processes} processes, ${caches} cached`,
      ratio: median(busy) / median(quiet),
      goal: 0.5,
      compare: 'at-least',
      detail: `${Math.round(median(busy))} against ${Math.round(median(quiet))} a second, with ${Math.round(written / ROUNDS / 4)} creations a second`,
    }
  } finally {
    readers.stop()
    if (other !== readers) other.stop()
  }
}

/** Creates posts at a fixed rate, as far as the server can; the returned function ends it, and resolves with their number. */
function startWriter({ url, authorization }: Served): () => Promise<number> {
  const headers = { authorization, 'content-type': 'application/json' }
  const sent: Promise<void>[] = []
  let pending = 0
  let written = 0
  const write = async () => {
    pending++
    const body = JSON.stringify({ title: 'A note', content: '<p>Written.</p>', status: 'publish', categories: [1] })
    const response = await fetch(url, { method: 'POST', headers, body })
    await response.arrayBuffer()
    pending--
    if (response.ok) written++
  }
  const timer = setInterval(() => {
    if (pending < 4) sent.push(write())
  }, INTERVAL)
  return async () => {
    clearInterval(timer)
    await Promise.all(sent)
    return written
  }
}
