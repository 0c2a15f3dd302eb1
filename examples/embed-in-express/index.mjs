// A site inside of an Express app: `node examples/embed-in-express/index.mjs`, on the port in PORT or 3000
import { createListener } from '@platen/http'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'
import express from 'express'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
const user = await installSite(store, { url, title: 'A garden', administrator })

const site = createSite({ store, url })
site.registerPostType('plant', { label: 'Plants', public: true, restBase: 'plants' })

// Calls in process need no server and no password.
const value = { title: 'Mint', content: 'It likes shade.', status: 'publish' }
const principal = site.principalOf(user)
await site.dispatch({ method: 'POST', path: '/cms/v2/plants', body: { kind: 'json', value }, principal })

const app = express()
// Express cuts the path off that it is mounted at.
app.use('/cms-json', createListener(site, { basePath: '' }))
app.get('/', async (_req, res) => {
  const { body } = await site.dispatch({ method: 'GET', path: '/cms/v2/plants' })
  res.send(body.map(({ title, content }) => `<h1>${title.rendered}</h1>${content.rendered}`).join(''))
})
const server = app.listen(port, () => console.log(`${url}/cms-json/cms/v2/plants`))
process.once('SIGTERM', () => server.close())
