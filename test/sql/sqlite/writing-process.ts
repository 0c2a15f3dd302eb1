// Writes posts, each in a transaction that counts them: run with a path, a name, a number, and how many it writes at once.
import { wherePosts } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import { samplePost } from '../../contract/sample-records.js'

const [path = '', name = '', count = '0', lanes = '1'] = process.argv.slice(2)

const store = await openSqliteStore({ path })

const writePost = async (at: number) => {
  await store.transaction(async ({ options, posts }) => {
    const counted = Number((await options.get('count')) ?? 0)
    await posts.insert(samplePost({ slug: name, title: `Post ${at} of a process` }))
    await options.set('count', counted + 1)
  })
}

/** Counts in a post, because transactions that write options are not committed with others. */
const writeGrouped = async (at: number) => {
  const write = store.transaction(
    async ({ posts }) => {
      const counter = await posts.first({ where: wherePosts.eq('slug', 'counter') })
      if (counter === undefined) throw new Error('There is no counter.')
      await posts.insert(samplePost({ slug: name, title: `Post ${at} of a process` }))
      await posts.update(counter.id, { menuOrder: counter.menuOrder + 1 }, { version: counter.version })
      if (at % 5 === 0) throw new Error('on purpose')
    },
    { grouped: true },
  )
  await (at % 5 === 0 ? write.catch(() => undefined) : write)
}

const write = lanes === '1' ? writePost : writeGrouped
const lane = async (from: number) => {
  for (let at = from; at < Number(count); at += Number(lanes)) await write(at)
}
await Promise.all(Array.from({ length: Number(lanes) }, (_, at) => lane(at)))
await store.close()
process.disconnect()
