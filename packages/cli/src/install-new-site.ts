import { installSite, isInstalled, type Services, type UserRecord } from '@platen/site'
import type { Store } from '@platen/storage'
import { CliError } from './cli-error.js'
import type { DialectName } from './dialect-name.js'
import { unfinishedMove } from './move/unfinished-move.js'
import { DIALECT_OPTION } from './open-site.js'

/** The initial data of a new site. */
export interface NewSite {
  readonly url: string
  readonly title?: string | undefined
  readonly tagline?: string | undefined
  readonly dialect: DialectName
  readonly login: string
  readonly email: string
  readonly password: string
  /** Those of the configuration: the account signs in with its password hasher. */
  readonly services: Partial<Services> | undefined
}

/** Installs a site in an empty store, with its dialect: the names of built-in types begin with the dialect's prefix. */
export async function installNewSite(
  store: Store,
  { login, email, password, dialect, ...about }: NewSite,
): Promise<UserRecord> {
  if (await isInstalled(store)) throw new CliError('There is already a site.')
  if ((await unfinishedMove(store.options)) !== undefined)
    throw new CliError(
      'A site is being moved here: "platen move" finishes that. To create another one, empty the store.',
    )
  // First, so that no site is ever without it.
  await store.options.set(DIALECT_OPTION, dialect)
  return installSite(store, { ...about, administrator: { login, email, password } })
}

/** The default email address of a site's administrator. */
export function administratorEmail(url: string): string {
  const { hostname } = new URL(url)
  return `admin@${hostname.includes('.') && !/^[\d.[\]:]+$/.test(hostname) ? hostname : 'example.com'}`
}
