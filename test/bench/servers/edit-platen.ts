import { postsIn } from '@platen/site'
import { samplePost, sampleSite } from '../sample-site.js'
import { administratorOf, servePosts } from '../serve-site.js'

const TITLES = 10
const POSTS_PER_TITLE = 200

/** A site in SQLite with ten titles, each of 200 posts; nothing is cached. Also sends its administrator's headers. */
const { site, store } = await sampleSite(TITLES)
const posts = Array.from({ length: TITLES * POSTS_PER_TITLE }, (_, i) => {
  const number = 1 + Math.floor(i / TITLES)
  const slug = `same-${i % TITLES}`
  return { ...samplePost(10_000 + i), title: `Same ${i % TITLES}`, slug: number === 1 ? slug : `${slug}-${number}` }
})
await store.transaction(tx => postsIn(tx).insertMany(posts))
const { authorization } = await administratorOf(site, store)
process.send?.(JSON.stringify({ url: await servePosts(site), headers: { authorization } }))
