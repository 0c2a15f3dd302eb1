import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SqliteSynchronous } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import type { BenchResult } from './bench-result.js'
import { ratioOf } from './measure.js'
import { samplePost, sampleSite } from './sample-site.js'

const POSTS = 300

/**
 * Creating posts by requests, against bare inserts of the same texts into one SQLite table, one transaction each: with
 * both settings of when SQLite waits for the disk.
 */
export async function run(): Promise<BenchResult[]> {
  return [await creating('full'), await creating('normal')]
}

async function creating(synchronous: SqliteSynchronous): Promise<BenchResult> {
  const { site, store } = await sampleSite(10, { synchronous })
  const principal = site.principalOf(await store.users.get(1))
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
  const bare = new Database(join(mkdtempSync(join(tmpdir(), 'platen-bench-')), 'bare.sqlite'))
  bare.pragma('journal_mode = WAL')
  bare.pragma(`synchronous = ${synchronous}`)
  bare.exec('CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT, content TEXT, slug TEXT, date TEXT)')
  const insert = bare.prepare('INSERT INTO posts (title, content, slug, date) VALUES (?, ?, ?, ?)')
  const theirs = async () => {
    const from = performance.now()
    for (let i = 0; i < POSTS; i++) {
      const { title, content, slug, date } = samplePost(i)
      insert.run(title, content, slug, date)
    }
    return POSTS / ((performance.now() - from) / 1000)
  }
  const result = await ratioOf(ours, theirs)
  return {
    name: `creating posts, synchronous ${synchronous}`,
    ratio: result.ratio,
    goal: 0.01,
    compare: 'at-least',
    detail: `${Math.round(result.ours)} posts/s against ${Math.round(result.theirs)} bare inserts/s`,
  }
}
