import type { Command } from 'commander'
import { addPasswordOptions, choosePassword, type PasswordOptions } from '../choose-password.js'
import { CliError } from '../cli-error.js'
import { withSite } from '../open-site.js'
import { operatorOf } from '../operator.js'
import { addStoreOptions, type StoreOptions, storePlace } from '../store-place.js'
import type { Terminal } from '../terminal.js'

interface CreateOptions extends StoreOptions, PasswordOptions {
  readonly role: readonly string[]
  readonly name?: string
}

/** `platen user create LOGIN EMAIL`. */
export function addUserCreate(user: Command, terminal: Terminal): void {
  const command = user.command('create <login> <email>').description('makes an account')
  addPasswordOptions(addStoreOptions(command))
    .option('--role <role...>', 'what the user may do', ['subscriber'])
    .option('--name <name>', 'the name that is shown')
    .action((login: string, email: string, options: CreateOptions) => create(login, email, options, terminal))
}

async function create(login: string, email: string, options: CreateOptions, terminal: Terminal): Promise<void> {
  const { password, made } = await choosePassword(options, terminal)
  await withSite(storePlace(options), async site => {
    const unknown = options.role.find(role => !Object.hasOwn(site.context.roles, role))
    if (unknown !== undefined) {
      const known = Object.keys(site.context.roles).join(', ')
      throw new CliError(`There is no role "${unknown}"; there are ${known}.`, { exitCode: 2 })
    }
    const name = options.name === undefined ? {} : { name: options.name }
    const call = operatorOf(site)
    const { body } = await call('POST', '/users', { username: login, email, password, roles: options.role, ...name })
    const { id } = body as { id: number }
    terminal.print(`"${login}" is there, with the id ${id}${made ? ` and the password ${password}` : ''}.`)
  })
}
