import { cmsDialect, createSite, installSite } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import { plainHasher } from '../sample-site.js'
import { administratorOf, servePosts } from '../serve-site.js'

/** A site in PostgreSQL, installed by the first process; sends its URL and the credentials of its administrator. */
const [url, schema] = process.argv.slice(2)
if (url === undefined) throw new Error('The URL of a database is wanted.')
const store = await openPostgresStore({ url, schema })
const options = { url: 'http://127.0.0.1', services: { passwords: plainHasher } }
const administrator = { login: 'admin', email: 'admin@example.com', password: 'x' }
await installSite(store, { ...options, administrator }).catch((error: unknown) => {
  if (!(error instanceof Error && /already contains/.test(error.message))) throw error
})
const site = createSite({ store, ...options, dialect: cmsDialect })
await site.ready()
const { authorization } = await administratorOf(site, store)
process.send?.(JSON.stringify({ url: await servePosts(site), authorization }))
