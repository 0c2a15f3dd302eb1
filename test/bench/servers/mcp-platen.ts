import { mcp } from '@platen/mcp'
import { sampleSite } from '../sample-site.js'
import { administratorOf, servePosts } from '../serve-site.js'

/** A site with 2,000 posts in SQLite and tools for agents; nothing is cached. */
const { site, store } = await sampleSite(2000, { features: [mcp()] })
const { authorization } = await administratorOf(site, store)
process.send?.(JSON.stringify({ url: await servePosts(site), authorization }))
