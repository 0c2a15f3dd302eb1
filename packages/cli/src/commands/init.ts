import type { Command } from 'commander'
import { addPasswordOptions, choosePassword, type PasswordOptions } from '../choose-password.js'
import { administratorEmail, makeSite } from '../make-site.js'
import type { DialectName } from '../open-site.js'
import { parseDialect, parseUrl } from '../parse-options.js'
import { addStoreOptions, openStore, placeName, requireLasting, type StoreOptions, storePlace } from '../store-place.js'
import type { Terminal } from '../terminal.js'

interface InitOptions extends StoreOptions, PasswordOptions {
  readonly url: string
  readonly title?: string
  readonly tagline?: string
  readonly dialect: DialectName
  readonly login: string
  readonly email?: string
}

/** `platen init`: makes a site in an empty store. */
export function addInit(program: Command, terminal: Terminal): void {
  const command = program.command('init').description('makes a site, and its administrator')
  addPasswordOptions(addStoreOptions(command))
    .option('--url <address>', 'the address of the site', parseUrl, 'http://localhost:8080')
    .option('--title <title>', 'its title')
    .option('--tagline <slogan>', 'its slogan')
    .option('--dialect <name>', '"cms", or "wp" for clients of that one', parseDialect, 'cms' as const)
    .option('--login <login>', 'the login of its administrator', 'admin')
    .option('--email <address>', "the administrator's address")
    .action((options: InitOptions) => init(options, terminal))
}

async function init(options: InitOptions, terminal: Terminal): Promise<void> {
  const place = storePlace(options)
  requireLasting(place)
  const { url, title, tagline, dialect, login, email = administratorEmail(url) } = options
  const { password, made } = await choosePassword(options, terminal)
  const store = await openStore(place, { create: true })
  try {
    await makeSite(store, { url, title, tagline, dialect, login, email, password })
  } finally {
    await store.close()
  }
  terminal.print(`A new site is in ${placeName(place)}.`)
  terminal.print(
    made ? `Its administrator is "${login}" with the password ${password}` : `Its administrator is "${login}".`,
  )
}
