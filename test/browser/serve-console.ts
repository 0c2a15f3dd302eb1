import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ConsoleOptions, createConsole } from '@platen/console'
import { createListener } from '@platen/http'
import { createMemoryStore } from '@platen/memory'
import { installSite, type Services, type Site, type UserRecord } from '@platen/site'
import type { Store } from '@platen/storage'
import type { Browser, Page } from 'playwright-core'
import type { Test } from 'tap'
import { makeSite, type TestSiteOptions } from '../site/make-site.js'
import { type PageOptions, withPage } from './watched-page.js'

type Mail = Parameters<Services['mailer']['send']>[0]

/** A site with its console on a free port. */
export interface ServedConsole {
  readonly site: Site
  readonly store: Store
  readonly admin: UserRecord
  readonly url: string
  /** The mails that the site has sent. */
  readonly mails: readonly Mail[]
  /** Uses a page, with a new session; the test fails if the browser or the server reports an error. */
  visit(t: Test, options: VisitOptions, use: (page: Page) => Promise<void>): Promise<void>
}

export interface VisitOptions extends Omit<PageOptions, 'cookies'> {
  /** Who is signed in; nobody if left out. */
  readonly as?: string
}

export const PASSWORD = 'correct horse battery staple'

const ROLES = ['editor', 'subscriber']

const passwords: Services['passwords'] = {
  hash: async password => `plain:${password}`,
  verify: async (hash, password) => hash === `plain:${password}`,
}

/** Serves a site, by default in memory, with the administrator `admin` and a user of each role, all with `PASSWORD`. */
export async function serveConsole(
  t: Test,
  browser: Browser,
  {
    store = createMemoryStore(),
    console: options,
    services,
    ...siteOptions
  }: TestSiteOptions & { readonly console?: ConsoleOptions } = {},
): Promise<ServedConsole> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const errors: unknown[] = []
  const administrator = { login: 'admin', email: 'admin@example.com', password: PASSWORD }
  const admin = await installSite(store, { url, title: 'Garden notes', administrator, services: { passwords } })
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const { site } = await makeSite({
    store,
    url,
    services: { passwords, mailer, ...services },
    onError: error => errors.push(error),
    ...siteOptions,
  })
  for (const role of ROLES) {
    const input = { login: role, email: `${role}@example.com`, password: PASSWORD, roles: [role] }
    await site.content.users.create(input, { as: admin })
  }
  const pages = createConsole(site, { versions: { Platen: '1.0.0' }, ...options })
  server.on('request', createListener(site, { pages, onError: error => errors.push(error) }))
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  return {
    site,
    store,
    admin,
    url,
    mails,
    async visit(t, { as, ...options }, use) {
      const cookies = as === undefined ? [] : await sessionCookies(site, url, as)
      await withPage(t, browser, { ...options, cookies }, use)
      t.same(errors.splice(0), [], 'the server reports nothing')
    },
  }
}

/** The cookies of a new session. */
async function sessionCookies(site: Site, url: string, login: string) {
  const session = await site.sessions.signIn({ login, password: PASSWORD })
  if (session === undefined) throw new Error(`${login} cannot sign in`)
  return site.sessions.setCookies(session).map(line => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const { hostname: domain } = new URL(url)
    return { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const }
  })
}
