import { createHttpServer } from '@platen/http'
import { samplePost, sampleSite } from '../sample-site.js'

const TITLES = 10
const POSTS_PER_TITLE = 200

/** A site with ten titles, of 200 posts each, in SQLite; nothing is cached. Sends the headers of its administrator along. */
const { site, store } = await sampleSite(TITLES)
const posts = Array.from({ length: TITLES * POSTS_PER_TITLE }, (_, i) => {
  const number = 1 + Math.floor(i / TITLES)
  const slug = `same-${i % TITLES}`
  return { ...samplePost(10_000 + i), title: `Same ${i % TITLES}`, slug: number === 1 ? slug : `${slug}-${number}` }
})
await store.transaction(tx => tx.posts.insertMany(posts))
const [user] = (await store.users.find({})).records
if (user === undefined) throw new Error('the site has no administrator')
const { secret } = await site.content.applicationPasswords.create({ user: user.id, name: 'bench' }, { as: user })

const server = createHttpServer(site, { basePath: '/cms-json' })
const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
process.send?.(
  JSON.stringify({
    url: `http://127.0.0.1:${port}/cms-json/cms/v2/posts`,
    headers: { authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}` },
  }),
)
