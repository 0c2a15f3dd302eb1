import { installSite, isInstalled, type Store } from '@platen/site'
import { CliError } from './cli-error.js'
import { DIALECT_OPTION, type DialectName } from './open-site.js'

/** What a new site starts with. */
export interface NewSite {
  readonly url: string
  readonly title?: string | undefined
  readonly tagline?: string | undefined
  readonly dialect: DialectName
  readonly login: string
  readonly email: string
  readonly password: string
}

/** Makes a site in an empty store; it remembers its dialect, since names of types begin with that one's prefix. */
export async function makeSite(store: Store, { login, email, password, dialect, ...about }: NewSite): Promise<void> {
  if (await isInstalled(store)) throw new CliError('There is a site already.')
  // First, so that no site is ever without it.
  await store.options.set(DIALECT_OPTION, dialect)
  await installSite(store, { ...about, administrator: { login, email, password } })
}

/** The address of an administrator who was not asked for one. */
export function administratorEmail(url: string): string {
  const { hostname } = new URL(url)
  return `admin@${hostname.includes('.') && !/^[\d.[\]:]+$/.test(hostname) ? hostname : 'example.com'}`
}
