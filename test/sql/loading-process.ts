// Stores many books in one transaction, and reports a moment of it: run with a path and `stored` or `indexing`. It never commits.

import { sampleBook } from '@platen/storage/contract'
import { booksIn, openLibrary } from './library.js'

const [path = '', moment = ''] = process.argv.slice(2)

let chunks = 0
const onStatement = (sql: string) => {
  if (!sql.startsWith('insert into "book_texts_search" (rowid')) return
  chunks++
  if (moment === 'indexing' && chunks === 2) report()
}

/** Waits for the end: the message leaves before the process stops. */
function report(): void {
  process.send?.('now')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const store = await openLibrary({ path, onStatement })
await store.transaction(
  async tx => {
    await booksIn(tx).insertMany(
      Array.from({ length: 6000 }, (_, at) => sampleBook({ content: `A boulder of number ${at}.` })),
    )
    if (moment === 'stored') report()
  },
  { bulk: true },
)
