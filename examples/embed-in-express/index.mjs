// A site inside an Express app: `node examples/embed-in-express/index.mjs`, on the port in PORT or 3000
import { createListener } from '@platen/http'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'
import express from 'express'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
const admin = await installSite(store, { url, title: 'A garden', administrator })
const site = createSite({ store, url })
const made = await site.call('POST', '/cms/v2/users/me/application-passwords', { name: 'example' }, { as: admin })

const app = express()
// Express strips the path that it mounts at. Parsers come later: theirs would be the limits and errors of the bodies.
app.use('/cms-json', createListener(site, { basePath: '' }))
app.use(express.json())
app.get('/', async (_req, res) => {
  const posts = await site.call('GET', '/cms/v2/posts')
  res.send(posts.body.map(({ title }) => `<h1>${title.rendered}</h1>`).join(''))
})
const server = app.listen(port, () => console.log(`${url}/cms-json admin ${made.body.password}`))
process.once('SIGTERM', () => server.close())
