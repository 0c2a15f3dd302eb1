import { toFetchHandler } from '@platen/fetch'
import { createMemoryStorage } from '@platen/media'
import { cmsDialect, wpDialect } from '@platen/site'
import { makeSite } from '../site/make-site.js'
import { playClientSuite } from './client-suite.js'
import { applicationPassword } from './in-process.js'
import { plainTest } from './plain-test.js'

// The program of another runtime: plays the suite against a server, or against a site of its own that it holds in memory.
// The arguments are the dialect, and the URL, login and password of the server.
const [name, url, login = '', password = ''] = process.argv.slice(2)
const dialect = name === 'wp' ? 'wp' : 'cms'
if (url !== undefined) await playClientSuite({ dialect, url, auth: { login, password } }, plainTest)
else {
  const storage = createMemoryStorage({ url: 'https://site.example/files' })
  const made = await makeSite({ dialect: dialect === 'wp' ? wpDialect : cmsDialect, media: { storage } })
  const auth = await applicationPassword(made)
  const url = `https://site.example${made.site.basePath}`
  await playClientSuite({ dialect, url, auth, fetch: toFetchHandler(made.site) }, plainTest)
}
