import { cmsDialect, createSite } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import { openSqliteStore } from '@platen/sql/sqlite'
import { plainHasher } from '../sample-site.js'
import { administratorOf, servePosts } from '../serve-site.js'

/**
 * A filled site in a SQLite file, or in a schema of PostgreSQL; the first argument says what is cached: `responses`, or only
 * HTML. Sends its URL and the credentials of its administrator.
 */
const [caches, place = '', schema] = process.argv.slice(2)
const store =
  schema === undefined ? await openSqliteStore({ path: place }) : await openPostgresStore({ url: place, schema })
const cache = caches === 'responses'
const services = { passwords: plainHasher }
const site = createSite({ store, url: 'http://127.0.0.1', dialect: cmsDialect, services, cache })
await site.ready()
const { authorization } = await administratorOf(site, store)
process.send?.(JSON.stringify({ url: await servePosts(site), authorization }))
