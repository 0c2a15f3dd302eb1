import { createHttpServer } from '@platen/http'
import { sampleSite } from '../sample-site.js'

/** A site with 2,000 posts in SQLite; the first argument says whether answers are kept. */
const { site } = await sampleSite(2000, { cache: process.argv[2] === 'cache' })
const server = createHttpServer(site, { basePath: '/cms-json' })
const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
process.send?.(`http://127.0.0.1:${port}/cms-json/cms/v2/posts`)
