import { usersIn } from '@platen/site'
import type { Command } from 'commander'
import { withSite } from '../open-site.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import { tableText } from '../table-text.js'
import type { Terminal } from '../terminal.js'

interface ListOptions extends StoreOptions {
  readonly json?: boolean
}

/** `platen user list`. */
export function addUserList(user: Command, terminal: Terminal): void {
  const command = user.command('list').description('lists the accounts')
  addStoreOptions(command)
    .option('--json', 'prints JSON')
    .action((options: ListOptions) => list(options, terminal))
}

async function list(options: ListOptions, terminal: Terminal): Promise<void> {
  await withSite(options, async ({ context }) => {
    const { records } = await usersIn(context.store).find({})
    const users = records.map(({ id, login, email, displayName, roles }) => ({
      id,
      login,
      email,
      name: displayName,
      roles,
    }))
    if (options.json) return terminal.print(JSON.stringify(users, null, 2))
    const rows = users.map(user => [String(user.id), user.login, user.email, user.name, user.roles.join(', ')])
    terminal.print(tableText([['id', 'login', 'email', 'name', 'roles'], ...rows]))
  })
}
