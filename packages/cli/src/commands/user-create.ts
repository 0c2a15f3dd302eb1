import type { Command } from 'commander'
import { addPasswordOptions, choosePassword, type PasswordOptions } from '../choose-password.js'
import { CliError } from '../cli-error.js'
import { withSite } from '../open-site.js'
import { operatorOf } from '../operator.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'

interface CreateOptions extends StoreOptions, PasswordOptions {
  readonly role: readonly string[]
  readonly name?: string
}

/** `platen user create LOGIN EMAIL`. */
export function addUserCreate(user: Command, terminal: Terminal): void {
  const command = user.command('create <login> <email>').description('creates an account')
  addPasswordOptions(addStoreOptions(command))
    .option('--role <role...>', 'the roles of the user', ['subscriber'])
    .option('--name <name>', 'the display name')
    .action((login: string, email: string, options: CreateOptions) => create(login, email, options, terminal))
}

async function create(login: string, email: string, options: CreateOptions, terminal: Terminal): Promise<void> {
  const { password, isRandom } = await choosePassword(options, terminal)
  await withSite(options, async site => {
    const unknown = options.role.find(role => !Object.hasOwn(site.context.roles, role))
    if (unknown !== undefined) {
      const known = Object.keys(site.context.roles).join(', ')
      throw new CliError(`There is no role "${unknown}". The roles are ${known}.`, { exitCode: 2 })
    }
    const name = options.name === undefined ? {} : { name: options.name }
    const account = { username: login, email, password, roles: options.role, ...name }
    const { id } = await operatorOf(site)<{ id: number }>('POST', '/users', account)
    terminal.print(`Created "${login}" with the id ${id}${isRandom ? ` and the password ${password}` : ''}.`)
  })
}
