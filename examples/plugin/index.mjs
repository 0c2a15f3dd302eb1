// A site with a folder of plugins, on the port in PORT or 3000: `npm run build && node examples/plugin/index.mjs`
import { createHttpServer } from '@platen/http'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, pluginsIn } from '@platen/site'

const port = Number(process.env.PORT ?? 3000)
const url = `http://localhost:${port}`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
const admin = await installSite(store, { url, title: 'A garden', administrator })
const site = createSite({ store, url, plugins: pluginsIn(new URL('./plugins/', import.meta.url)) })

// As an administrator does, or `platen plugin activate bookshop/index`.
await site.content.plugins.activate('bookshop/index', { as: admin })
const meta = { stock: 3, price: 12.5 }
const content = '<!-- wp:bookshop/price /-->'
const book = { title: 'On gardens', status: 'publish', content, meta }
await site.call('POST', '/cms/v2/books', book, { as: admin })
await createHttpServer(site).listen({ port })
console.log(`${url}/cms-json/bookshop/v1/stock`)
