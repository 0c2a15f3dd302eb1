// A site with its console and files inside a Hono app: `node examples/embed-in-hono/index.mjs`, on the port in PORT or 3000
import { serve } from '@hono/node-server'
import { createConsole } from '@platen/console'
import { toFetchHandler } from '@platen/fetch'
import { createMemoryStorage, toFilesHandler } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'
import { Hono } from 'hono'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
const admin = await installSite(store, { url, title: 'A garden', administrator })
const storage = createMemoryStorage({ url: `${url}/files` })
const site = createSite({ store, url, media: { storage } })
const made = await site.call('POST', '/cms/v2/users/me/application-passwords', { name: 'example' }, { as: admin })

const app = new Hono()
const handler = toFetchHandler(site, { pages: createConsole(site) })
app.all('/cms-json/*', c => handler(c.req.raw))
app.all('/console/*', c => handler(c.req.raw))
const files = toFilesHandler(storage)
app.get('/files/*', async c => (await files(c.req.raw)) ?? c.notFound())
app.get('/', async c => c.json((await site.call('GET', '/cms/v2/posts')).body.map(({ title }) => title.rendered)))
const server = serve({ fetch: app.fetch, port }, () => console.log(`${url}/cms-json admin ${made.body.password}`))
process.once('SIGTERM', () => server.close())
