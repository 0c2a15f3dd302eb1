import type { RestResponse } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import {
  cmsDialect,
  createSite,
  type Dialect,
  installSite,
  isInstalled,
  type Services,
  type Site,
  type SiteOptions,
  type UserRecord,
  usersIn,
} from '@platen/site'
import type { Store } from '@platen/storage'
import { builtInCollections } from './built-in-collections.js'

/** The JSON body, role (`administrator` by default, or `anonymous`) and headers of a request. */
export interface TestRequestOptions {
  readonly body?: unknown
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A site for tests, and a function that sends requests to it. */
export interface TestSite {
  readonly site: Site
  readonly store: Store
  /** Users by role. */
  readonly users: ReadonlyMap<string, UserRecord>
  /** Sends `METHOD /path?query`; the path is below the namespace of the site's resources unless it begins with `//`. */
  send(request: string, options?: TestRequestOptions): Promise<RestResponse>
}

/** The options of `makeSite`. */
export interface TestSiteOptions extends Partial<Omit<SiteOptions, 'store'>> {
  readonly dialect?: Dialect
  /** Calls the registration API of the site. */
  readonly register?: (site: Site) => void
  readonly title?: string
  /** An empty store, or one that `makeSite` has installed. In memory by default. */
  readonly store?: Store
  readonly wrapStore?: (store: Store) => Store
}

const URL_OF_SITE = 'https://site.example'
const ROLES = ['editor', 'author', 'contributor', 'subscriber']

const services: Partial<Services> = {
  passwords: {
    hash: async password => `plain:${password}`,
    verify: async (hash, password) => hash === `plain:${password}`,
  },
}

/** Creates a site with an administrator and a user of each role. The header `x-as` names the role of the caller. */
export async function makeSite({
  register,
  title = 'A site',
  store: given = createMemoryStore(),
  wrapStore = store => store,
  ...options
}: TestSiteOptions = {}): Promise<TestSite> {
  const store = wrapStore(given)
  if (await isInstalled(store)) await given.prepare(builtInCollections)
  else await install(store, title)
  const users = new Map<string, UserRecord>()
  for (const user of (await usersIn(given).find({})).records) if (user.roles[0]) users.set(user.roles[0], user)
  const site: Site = createSite({
    store,
    url: URL_OF_SITE,
    dialect: cmsDialect,
    services,
    onError(error) {
      throw error
    },
    authenticators: [
      {
        name: 'test',
        authenticate: async ({ headers }) => {
          const user = users.get(headers?.['x-as'] ?? '')
          return user && site.principalOf(user)
        },
      },
    ],
    ...options,
  })
  register?.(site)
  return {
    site,
    store,
    users,
    async send(request, { body, as = 'administrator', headers = {} } = {}) {
      const [method = '', target = ''] = request.split(' ')
      const [path = '', query = ''] = target.split('?')
      return site.dispatch({
        method,
        path: path.startsWith('//') ? path.slice(1) : `/${site.context.namespace}${path}`,
        query,
        headers: { 'x-as': as, ...headers },
        ...(body === undefined ? {} : { body: { kind: 'json', value: body } }),
      })
    },
  }
}

const installed = new Map<string, Promise<Store>>()

/** Copies what a new site contains: making it takes as long as everything else that most tests do with a site. */
async function install(store: Store, title: string): Promise<void> {
  const original = installed.get(title) ?? makeInstalled(title)
  installed.set(title, original)
  await copyContent(await original, store)
}

async function copyContent(from: Store, to: Store): Promise<void> {
  await to.prepare(builtInCollections)
  await to.transaction(async tx => {
    for (const definition of builtInCollections) {
      const { records } = await from.collection(definition).find({})
      if (records.length > 0) await tx.collection(definition).insertMany(records.map(({ id: _, ...values }) => values))
    }
    for (const [name, value] of await from.options.all()) await tx.options.set(name, value)
  })
}

async function makeInstalled(title: string): Promise<Store> {
  const store = createMemoryStore()
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'secret' }
  await installSite(store, { url: URL_OF_SITE, title, administrator, services })
  for (const role of ROLES) await usersIn(store).insert(userOf(role))
  return store
}

function userOf(role: string) {
  return {
    login: role,
    email: `${role}@example.com`,
    passwordHash: '',
    slug: role,
    displayName: role,
    firstName: '',
    lastName: '',
    nickname: role,
    url: '',
    description: '',
    locale: '',
    roles: [role],
    capabilities: {},
    registered: '2024-01-01T00:00:00',
  }
}
