import { join } from 'node:path'
import { usersIn } from '@platen/site'
import type { SqliteSynchronous } from '@platen/sql/sqlite'
import autocannon from 'autocannon'
import Database from 'better-sqlite3'
import { temporaryFolder } from '../temporary-folder.js'
import type { BenchResult } from './bench-result.js'
import { ratioOf, startServer } from './measure.js'
import { samplePost, sampleSite } from './sample-site.js'

const POSTS = 300

/** How many posts a server creates before it is measured: V8 optimizes the code of writes only after thousands. */
const WARM_UP = 5000

/** The number of clients that create posts over HTTP concurrently. */
const CONNECTIONS = 16

/**
 * Creating posts over HTTP from many connections, and in process one after the other, against bare inserts of the same
 * texts into one SQLite table, with one transaction each and the same `synchronous` setting.
 */
export async function run(): Promise<BenchResult[]> {
  return [await creatingOverHttp(), await creating('full'), await creating('normal')]
}

/** Inserts the same texts into a table of a new file, and resolves with the number of inserts per second. */
function bareInserts(synchronous: SqliteSynchronous): () => Promise<number> {
  const bare = new Database(join(temporaryFolder('bench'), 'bare.sqlite'))
  bare.pragma('journal_mode = WAL')
  bare.pragma(`synchronous = ${synchronous}`)
  bare.exec('CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT, content TEXT, slug TEXT, date TEXT)')
  const insert = bare.prepare('INSERT INTO posts (title, content, slug, date) VALUES (?, ?, ?, ?)')
  return async () => {
    const from = performance.now()
    for (let i = 0; i < POSTS; i++) {
      const { title, content, slug, date } = samplePost(i)
      insert.run(title, content, slug, date)
    }
    return POSTS / ((performance.now() - from) / 1000)
  }
}

async function creatingOverHttp(): Promise<BenchResult> {
  const server = await startServer('creating-platen')
  try {
    const { url, authorization } = JSON.parse(server.url) as Readonly<Record<'url' | 'authorization', string>>
    let made = 0
    const nextBody = () => {
      const { title, content } = samplePost(made++)
      return JSON.stringify({ title: `${title} ${made}`, content, status: 'publish' })
    }
    const create = async (amount: number) => {
      const from = performance.now()
      let until = from
      const { non2xx, errors } = await autocannon({
        url,
        connections: CONNECTIONS,
        amount,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        setupClient(client) {
          client.setBody(nextBody())
          client.on('response', () => {
            // Autocannon itself only ends after a whole second.
            until = performance.now()
            client.setBody(nextBody())
          })
        },
      })
      if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} posts were refused, ${errors} requests failed`)
      return amount / ((until - from) / 1000)
    }
    await create(WARM_UP)
    const { ratio, ours: posts, theirs } = await ratioOf(() => create(2 * POSTS), bareInserts('full'))
    return {
      name: `creating posts over HTTP, ${CONNECTIONS} connections, synchronous full`,
      ratio,
      goal: 0.1,
      compare: 'at-least',
      detail: `${Math.round(posts)} posts/s against ${Math.round(theirs)} bare inserts/s`,
    }
  } finally {
    server.stop()
  }
}

async function creating(synchronous: SqliteSynchronous): Promise<BenchResult> {
  const { site, store } = await sampleSite(10, { synchronous })
  const principal = site.principalOf(await usersIn(store).get(1))
  let made = 0
  const ours = async () => {
    const from = performance.now()
    for (let i = 0; i < POSTS; i++) {
      const { title, content } = samplePost(made++)
      const value = { title: `${title} ${made}`, content, status: 'publish' }
      const answer = await site.dispatch({
        method: 'POST',
        path: '/cms/v2/posts',
        body: { kind: 'json', value },
        principal,
      })
      if (answer.status !== 201) throw new Error(`a post was refused: ${answer.text()}`)
    }
    return POSTS / ((performance.now() - from) / 1000)
  }
  const result = await ratioOf(ours, bareInserts(synchronous))
  return {
    name: `creating posts, synchronous ${synchronous}`,
    ratio: result.ratio,
    goal: 0.01,
    compare: 'at-least',
    detail: `${Math.round(result.ours)} posts/s against ${Math.round(result.theirs)} bare inserts/s`,
  }
}
