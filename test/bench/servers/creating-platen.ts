import { createHttpServer } from '@platen/http'
import { sampleSite } from '../sample-site.js'

/** A site in SQLite that waits for the disk at every commit; prints its URL and the credentials of its administrator. */
const { site, store } = await sampleSite(10, { synchronous: 'full' })
const [user] = (await store.users.find({})).records
if (user === undefined) throw new Error('the site has no administrator')
const { secret } = await site.content.applicationPasswords.create({ user: user.id, name: 'bench' }, { as: user })
const server = createHttpServer(site, { basePath: '/cms-json' })
const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
process.send?.(
  JSON.stringify({
    url: `http://127.0.0.1:${port}/cms-json/cms/v2/posts`,
    authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`,
  }),
)
