import { sampleSite } from '../sample-site.js'
import { servePosts } from '../serve-site.js'

/** A site with 2,000 posts in SQLite; the first argument is whether responses are cached. */
const { site } = await sampleSite(2000, { cache: process.argv[2] === 'cache' })
process.send?.(await servePosts(site))
