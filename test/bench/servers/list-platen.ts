import { sampleSite } from '../sample-site.js'
import { servePosts } from '../serve-site.js'

/** A site with 2,000 posts in SQLite; the first argument says what is cached: responses, only HTML, or nothing. */
const [, , caches] = process.argv
const { site } = await sampleSite(2000, { cache: caches === 'responses', renderCache: caches !== 'nothing' })
process.send?.(await servePosts(site))
