import { toFetchHandler } from '@platen/fetch'
import { createMemoryStorage } from '@platen/media'
import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'
import { serveNewSite } from '../cli/serve-new-site.js'
import { onEveryStore } from '../site/every-store.js'
import { clientSuite } from './client-suite.js'
import { applicationPassword } from './in-process.js'

for (const dialect of [cmsDialect, wpDialect]) {
  onEveryStore(t, `in process, ${dialect.name}`, async (t, make) => {
    clientSuite(t, 'the client', async () => {
      const made = await make({
        dialect,
        media: { storage: createMemoryStorage({ url: 'https://site.example/files' }) },
      })
      return {
        dialect: dialect === cmsDialect ? 'cms' : 'wp',
        url: `https://site.example${made.site.basePath}`,
        auth: await applicationPassword(made),
        fetch: toFetchHandler(made.site),
      }
    })
  })

  clientSuite(t, `platen serve, ${dialect.name}`, async t => {
    const { api, authorization } = await serveNewSite(t, dialect.name)
    const [login = '', password = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':')
    return { dialect: dialect === cmsDialect ? 'cms' : 'wp', url: api, auth: { login, password } }
  })
}

const reference = process.env['PLATEN_REFERENCE']
if (reference === undefined)
  t.test('the reference server', { skip: 'PLATEN_REFERENCE names no server' }, async () => {})
else
  clientSuite(t, 'the reference server', async () => {
    const { username, password, origin, pathname } = new URL(reference)
    const auth = { login: decodeURIComponent(username), password: decodeURIComponent(password) }
    return { dialect: 'wp', url: origin + pathname, auth, isReference: true }
  })
