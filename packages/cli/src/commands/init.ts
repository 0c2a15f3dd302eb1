import type { Command } from 'commander'
import { addPasswordOptions, choosePassword, type PasswordOptions } from '../choose-password.js'
import type { DialectName } from '../dialect-name.js'
import { administratorEmail, installNewSite } from '../install-new-site.js'
import { siteSource } from '../open-site.js'
import { parseDialect, parseUrl } from '../parse-options.js'
import { addStoreOptions, openStore, placeName, requireLasting, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'

interface InitOptions extends StoreOptions, PasswordOptions {
  readonly url?: string
  readonly title?: string
  readonly tagline?: string
  readonly dialect?: DialectName
  readonly login: string
  readonly email?: string
}

const DEFAULT_URL = 'http://localhost:8080'

/** `platen init`: installs a site in an empty store. */
export function addInit(program: Command, terminal: Terminal): void {
  const command = program.command('init').description('creates a site and its administrator')
  addPasswordOptions(addStoreOptions(command))
    .option('--url <url>', `the URL of the site (default: ${DEFAULT_URL})`, parseUrl)
    .option('--title <title>', 'its title')
    .option('--tagline <tagline>', 'its tagline')
    .option('--dialect <name>', '"cms", or "wp" for WordPress clients (default: cms)', parseDialect)
    .option('--login <login>', 'the login of its administrator', 'admin')
    .option('--email <email>', "the administrator's email address")
    .action((options: InitOptions) => init(options, terminal))
}

async function init(options: InitOptions, terminal: Terminal): Promise<void> {
  const { place, loaded } = await siteSource(options)
  requireLasting(place)
  const { config } = loaded
  const { url = config.url ?? DEFAULT_URL, title, tagline, dialect = config.dialect ?? 'cms', login } = options
  const email = options.email ?? administratorEmail(url)
  const { password, isRandom } = await choosePassword(options, terminal)
  const store = await openStore(place, { create: true })
  try {
    const { services } = config
    await installNewSite(store, { url, title, tagline, dialect, login, email, password, services })
  } finally {
    await store.close()
  }
  terminal.print(`Created a site in ${placeName(place)}.`)
  terminal.print(
    isRandom ? `Its administrator is "${login}" with the password ${password}` : `Its administrator is "${login}".`,
  )
}
