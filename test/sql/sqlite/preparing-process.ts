// Prepares a store for a version of a collection and says what it holds: run with a path and the number of the version.
import { openSqliteStore } from '@platen/sql/sqlite'
import { versions } from './pamphlets.js'

const [path = '', version = '0'] = process.argv.slice(2)

const store = await openSqliteStore({ path })
const definition = versions[Number(version)]
await store.prepare([definition])
console.log(JSON.stringify((await store.collection(definition).find({})).records))
await store.close()
