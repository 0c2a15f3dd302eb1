// Writes posts, each in a transaction that counts them: run with a path, a name and a number.
import { openSqliteStore } from '@platen/sql/sqlite'
import { samplePost } from '../../contract/sample-records.js'

const [path = '', name = '', count = '0'] = process.argv.slice(2)

const store = await openSqliteStore({ path })
for (let at = 0; at < Number(count); at++) {
  await store.transaction(async ({ options, posts }) => {
    const counted = Number((await options.get('count')) ?? 0)
    await posts.insert(samplePost({ slug: name, title: `Post ${at} of a process` }))
    await options.set('count', counted + 1)
  })
}
await store.close()
process.disconnect()
