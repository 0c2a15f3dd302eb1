// Stores many posts in one transaction, and reports a moment of it: run with a path and `stored` or `indexing`. It never commits.
import { openSqliteStore } from '@platen/sql/sqlite'
import { samplePost } from '../contract/sample-records.js'

const [path = '', moment = ''] = process.argv.slice(2)

let chunks = 0
const onStatement = (sql: string) => {
  if (!sql.startsWith('insert into "post_texts_search" (rowid')) return
  chunks++
  if (moment === 'indexing' && chunks === 2) report()
}

/** Waits for the end: the message leaves before the process stops. */
function report(): void {
  process.send?.('now')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const store = await openSqliteStore({ path, onStatement })
await store.transaction(
  async ({ posts }) => {
    await posts.insertMany(
      Array.from({ length: 6000 }, (_, at) => samplePost({ content: `A boulder of number ${at}.` })),
    )
    if (moment === 'stored') report()
  },
  { bulk: true },
)
