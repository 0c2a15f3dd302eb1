import type { Command } from 'commander'
import { addPasswordOptions, choosePassword, type PasswordOptions } from '../choose-password.js'
import { withSite } from '../open-site.js'
import { operatorOf, requireUser } from '../operator.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'

type SetPasswordOptions = StoreOptions & PasswordOptions

/** `platen user set-password USER`. */
export function addUserSetPassword(user: Command, terminal: Terminal): void {
  const command = user.command('set-password <user>').description('changes the password of an account')
  addPasswordOptions(addStoreOptions(command)).action((name: string, options: SetPasswordOptions) =>
    setPassword(name, options, terminal),
  )
}

async function setPassword(name: string, options: SetPasswordOptions, terminal: Terminal): Promise<void> {
  const { password, isRandom } = await choosePassword(options, terminal)
  await withSite(options, async site => {
    const { id, login } = await requireUser(site, name)
    await operatorOf(site)('POST', `/users/${id}`, { password })
    terminal.print(isRandom ? `The password of "${login}" is now ${password}` : `Changed the password of "${login}".`)
  })
}
