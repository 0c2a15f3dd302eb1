import type { Command } from 'commander'
import type { Terminal } from '../terminal.js'
import { addUserAppPassword } from './user-app-password.js'
import { addUserCreate } from './user-create.js'
import { addUserList } from './user-list.js'
import { addUserSetPassword } from './user-set-password.js'

/** `platen user …`: the accounts of a site. */
export function addUser(program: Command, terminal: Terminal): void {
  const user = program.command('user').description('the accounts of a site')
  for (const add of [addUserCreate, addUserList, addUserSetPassword, addUserAppPassword]) add(user, terminal)
}
