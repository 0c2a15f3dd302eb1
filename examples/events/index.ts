// A site with events on the port in PORT or 3000: `npm run build && node build/examples/events/index.js`
import { createHttpServer } from '@platen/http'
import { createMemoryStore } from '@platen/memory'
import { openClub } from './events.js'

const port = Number(process.env['PORT'] ?? 3000)
const url = `http://localhost:${port}`
const { site, admin } = await openClub(createMemoryStore(), url)
const meta = { starts: new Date(Date.now() + 86_400_000).toISOString(), price: 12.5, kind: 'Music' }
await site.content.events.create({ title: 'Concert', status: 'publish', meta }, { as: admin })
await createHttpServer(site).listen({ port })
console.log(`${url}/cms-json/cms/v2/events?meta[starts][gte]=${new Date().toISOString()}&orderby=meta.starts&order=asc`)
