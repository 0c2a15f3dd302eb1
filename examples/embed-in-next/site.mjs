import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'

/** The site of this process. Modules are evaluated again when a file changes: the site must not be opened again. */
export const openSite = () => {
  globalThis.openedSite ??= open()
  return globalThis.openedSite
}

async function open() {
  const url = process.env.SITE_URL ?? 'http://localhost:3000'
  const store = createMemoryStore()
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'only an example' }
  const admin = await installSite(store, { url, title: 'A garden', administrator })
  const site = createSite({ store, url })
  const made = await site.call('POST', '/cms/v2/users/me/application-passwords', { name: 'example' }, { as: admin })
  console.log(`${url}/cms-json admin ${made.body.password}`)
  return site
}
