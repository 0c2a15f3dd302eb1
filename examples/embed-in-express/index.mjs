// A site with its console and files inside an Express app: `node examples/embed-in-express/index.mjs`, on the port in PORT or 3000
import { createConsole } from '@platen/console'
import { createListener } from '@platen/http'
import { createMemoryStorage, serveFiles } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'
import express from 'express'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
const admin = await installSite(store, { url, title: 'A garden', administrator })
const storage = createMemoryStorage({ url: `${url}/files` })
const site = createSite({ store, url, media: { storage } })
const made = await site.call('POST', '/cms/v2/users/me/application-passwords', { name: 'example' }, { as: admin })

const app = express()
// Parsers come later: theirs would be the limits and errors of the bodies.
const listener = createListener(site, { pages: createConsole(site) })
app.all(['/cms-json{/*path}', '/console{/*path}'], listener)
const files = serveFiles(storage)
app.get('/files/*path', (req, res) => files(req, res))
app.use(express.json())
app.get('/', async (_req, res) => {
  const posts = await site.call('GET', '/cms/v2/posts')
  res.send(posts.body.map(({ title }) => `<h1>${title.rendered}</h1>`).join(''))
})
const server = app.listen(port, () => console.log(`${url}/cms-json admin ${made.body.password}`))
process.once('SIGTERM', () => server.close())
