// A site with the feature, on the port in PORT or 3000: `npm run build && node build/examples/own-feature/index.js`
import { createHttpServer } from '@platen/http'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'
import { reviewsFeature } from './reviews.js'

const port = Number(process.env['PORT'] ?? 3000)
const url = `http://localhost:${port}`
const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
const admin = await installSite(store, { url, title: 'A garden', administrator })
const site = createSite({ store, url, features: [reviewsFeature] })
const post = await site.call<{ id: number }>(
  'POST',
  '/cms/v2/posts',
  { title: 'Tea', status: 'publish' },
  { as: admin },
)
if (post.ok) await site.call('POST', '/reviews/v1/reviews', { post: post.body.id, stars: 5 }, { as: admin })
await createHttpServer(site).listen({ port })
console.log(`${url}/cms-json/reviews/v1/reviews`)
