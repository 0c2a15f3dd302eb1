import { compileSchema } from '@platen/core'
import { cmsDialect } from './dialect/dialect.js'
import { insertUser } from './features/users/insert-user.js'
import { defaultServices } from './services/default-services.js'
import type { Services } from './services/services.js'
import type { Store, UserRecord } from './storage/index.js'

/** What a new site starts with. */
export interface InstallOptions {
  readonly url: string
  readonly title?: string | undefined
  readonly tagline?: string | undefined
  readonly administrator: { readonly login: string; readonly email: string; readonly password: string }
  readonly services?: Partial<Services> | undefined
}

/** Whether a store holds a site. */
export async function isInstalled(store: Store): Promise<boolean> {
  return (await store.options.get('site_url')) !== undefined
}

const emailAddress = compileSchema({ type: 'string', format: 'email' })

/**
 * Makes a site in an empty store: its administrator, the default category and its settings, in one transaction. Rejects
 * when there is a site already, and with a `RestError` when the administrator's login or address cannot be one.
 */
export async function installSite(store: Store, options: InstallOptions): Promise<UserRecord> {
  const refused = emailAddress.validate(options.administrator.email, 'email')
  if (refused !== undefined) throw refused
  const { clock, passwords } = defaultServices(options.services)
  const passwordHash = await passwords.hash(options.administrator.password)
  return store.transaction(async contents => {
    if ((await contents.options.get('site_url')) !== undefined) throw new Error('there is a site in this store already')
    const { login, email } = options.administrator
    const details = { login, email, passwordHash, url: options.url, roles: ['administrator'] }
    const user = await insertUser(contents, cmsDialect, details, clock())
    const category = await contents.terms.insert({
      taxonomy: 'category',
      name: 'Uncategorized',
      slug: 'uncategorized',
      description: '',
      parent: 0,
      group: 0,
      count: 0,
    })
    const settings: Record<string, unknown> = {
      site_url: options.url,
      title: options.title ?? 'A new site',
      description: options.tagline ?? '',
      email,
      timezone_string: '',
      gmt_offset: 0,
      permalink_structure: '/%year%/%monthnum%/%day%/%postname%/',
      default_category: category.id,
    }
    for (const [name, value] of Object.entries(settings)) await contents.options.set(name, value)
    return user
  })
}
