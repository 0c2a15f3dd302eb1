import { sampleSite } from '../sample-site.js'
import { administratorOf, servePosts } from '../serve-site.js'

/** A site in SQLite that waits for the disk at every commit; prints its URL and the credentials of its administrator. */
const { site, store } = await sampleSite(10, { synchronous: 'full' })
const { authorization } = await administratorOf(site, store)
process.send?.(JSON.stringify({ url: await servePosts(site), authorization }))
