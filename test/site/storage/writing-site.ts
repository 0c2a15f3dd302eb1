import { createSite } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'

/** A process that writes to a site in PostgreSQL while others do the same; sends the number of refused writes. */
const [url = '', schema = '', number = ''] = process.argv.slice(2)
const [post = 0, tag = 0, ...pages] = JSON.parse(process.argv[5] ?? '[]') as readonly number[]
const POSTS = 100
const AT_ONCE = 8

const store = await openPostgresStore({ url, schema, busyTimeout: 60_000 })
const site = createSite({ store, url: 'https://garden.example' })
await site.ready()
const by = { as: site.system }
const { posts, comments } = site.content
let refused = 0

const writes: (() => Promise<unknown>)[] = Array.from({ length: POSTS }, (_, at) => async () => {
  const made = await posts.create(
    { title: 'Same', status: 'publish', terms: { post_tag: [tag] }, sticky: at % 10 === 0 },
    by,
  )
  await comments.create({ post, content: `${number} ${at}`, authorName: 'Ann', authorEmail: 'ann@garden.example' }, by)
  if (at % 4 === 0) await posts.update(made.id, { terms: { post_tag: [] } }, by)
  if (at % 5 === 0) await posts.trash(made.id, by)
  const [child, parent] = [pages[at % pages.length] ?? 0, pages[(at * 7 + Number(number)) % pages.length] ?? 0]
  if (child !== parent) await posts.update(child, { parent }, by)
})
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let write = writes.pop(); write !== undefined; write = writes.pop())
      await write().catch((error: unknown) => {
        refused++
        console.error(error)
      })
  }),
)
await store.close()
process.send?.(refused)
