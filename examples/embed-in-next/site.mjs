import { createConsole } from '@platen/console'
import { toFetchHandler } from '@platen/fetch'
import { createMemoryStorage, toFilesHandler } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, principalByName } from '@platen/site'
import { readSession } from './session.mjs'

/** The site of this process, with its handlers. Modules are evaluated again when a file changes: the site must not be opened again. */
export const openSite = () => {
  globalThis.openedSite ??= open()
  return globalThis.openedSite
}

async function open() {
  const url = process.env.SITE_URL ?? 'http://localhost:3000'
  const store = createMemoryStore()
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
  const admin = await installSite(store, { url, title: 'A garden', administrator })
  const bySession = {
    name: 'app-session',
    authenticate({ headers }) {
      // Browsers send the cookie even if a page of another site makes the request. They say so, and pages cannot change it.
      if (headers?.['sec-fetch-site'] !== 'same-origin') return undefined
      const login = readSession(headers.cookie)
      return login && principalByName(site.context, login)
    },
  }
  const storage = createMemoryStorage({ url: `${url}/files` })
  const site = createSite({ store, url, authenticators: [bySession], media: { storage } })
  const made = await site.call('POST', '/cms/v2/users/me/application-passwords', { name: 'example' }, { as: admin })
  console.log(`${url}/cms-json admin ${made.body.password}`)
  const handler = toFetchHandler(site, { pages: createConsole(site) })
  return { site, handler, files: toFilesHandler(storage) }
}
