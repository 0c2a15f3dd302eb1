import { postsIn } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import { samplePost } from '../../contract/sample-records.js'

/** So many that writes merge their index with what they add. */
const COUNT = 400

/** Random words, always the same ones: every trigram of them has an entry of its own. */
export function words(seed: number, count = 600): string {
  let state = seed + 1
  const word = () => {
    state = (state * 48271) % 2147483647
    return state.toString(36)
  }
  return Array.from({ length: count }, word).join(' ')
}

/** Adds posts to a file and makes their index one piece on the first level, as large imports once left it. */
export async function fillUnmerged(path: string): Promise<void> {
  const store = await openSqliteStore({ path, synchronous: 'normal' })
  await postsIn(store).insertMany(Array.from({ length: COUNT }, (_, i) => samplePost({ content: words(i) })))
  await store.close()
  const database = new Database(path)
  const command = (name: string, value: number) =>
    database.exec(`insert into post_texts_search (post_texts_search, rank) values ('${name}', ${value})`)
  database.exec(`insert into post_texts_search (post_texts_search) values ('delete-all')`)
  command('hashsize', 100_000_000)
  database.exec(
    'insert into post_texts_search (rowid, title, excerpt, content) select id, title, excerpt, content from post_texts',
  )
  command('hashsize', 1_048_576)
  database.close()
}
