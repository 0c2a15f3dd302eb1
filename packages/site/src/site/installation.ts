import { checks, type OptionChecks, optionsComplaint } from '@platen/core'
import type { Store } from '@platen/storage'
import { createTerm } from '../content/terms/index.js'
import { inTransaction, systemActor } from '../kernel/operations/index.js'
import type { UserRecord } from '../kernel/records/index.js'
import { RegistrationError } from '../kernel/registrations/index.js'
import type { Services } from '../kernel/services/index.js'
import { createUser, hashPassword } from '../people/users/index.js'
import { updateSettings } from '../server/settings/index.js'
import { builtInFeatures } from './built-in-features.js'
import { createSite } from './create-site.js'
import { kernelChecks } from './site-checks.js'
import { collectionsOf, isInstalled } from './site-core.js'

/** The initial data of a new site. */
export interface InstallOptions {
  readonly url: string
  readonly title?: string | undefined
  readonly tagline?: string | undefined
  readonly administrator: { readonly login: string; readonly email: string; readonly password: string }
  readonly services?: Partial<Services> | undefined
}

const { anyText, required, shaped, url } = checks

const installChecks: OptionChecks<InstallOptions> = {
  url: required(url),
  title: anyText,
  tagline: anyText,
  // The operation that creates the account checks its values.
  administrator: required(
    shaped<InstallOptions['administrator']>({
      login: required(anyText),
      email: required(anyText),
      password: required(anyText),
    }),
  ),
  services: kernelChecks.services,
}

/**
 * Creates a site in an empty store, in one transaction: the administrator, the default category and the settings. Rejects
 * if the store already contains a site, with a `RestError` if the administrator's login, email or password is invalid, and
 * with a `RegistrationError` for other invalid options and unknown ones.
 */
export async function installSite(store: Store, options: InstallOptions): Promise<UserRecord> {
  const complaint = optionsComplaint(options, installChecks)
  if (complaint !== undefined) throw new RegistrationError(`the options of installSite: ${complaint}`)
  const { url, services, administrator } = options
  const { context: site } = createSite({ store, url, services })
  const system = systemActor(site)
  const user = await hashPassword(site, { ...administrator, url, roles: ['administrator'] })
  await store.prepare(collectionsOf(builtInFeatures))
  return inTransaction(site, async tx => {
    if (await isInstalled(tx.store)) throw new Error('the store already contains a site')
    const created = await createUser(tx, system, user)
    const category = await createTerm(tx, system, { taxonomy: 'category', name: 'Uncategorized' })
    const values = {
      url,
      title: options.title ?? 'A new site',
      description: options.tagline ?? '',
      email: administrator.email,
      timezone: '',
      default_category: category.id,
    }
    await updateSettings(tx, system, { values })
    await tx.store.options.set('gmt_offset', 0)
    await tx.store.options.set('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/')
    return created
  })
}
