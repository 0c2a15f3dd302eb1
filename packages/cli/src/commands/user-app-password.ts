import type { Command } from 'commander'
import { withSite } from '../open-site.js'
import { type OperatorCall, operatorOf, requireUser } from '../operator.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import { tableText } from '../table-text.js'
import type { Terminal } from '../terminal.js'

/** The listed properties of an application password, by their names in the interface. */
interface ListedPassword {
  readonly uuid: string
  readonly app_id: string
  readonly name: string
  readonly created: string
  readonly last_used: string | null
  readonly last_ip: string | null
  readonly scopes?: readonly string[] | null
  readonly expires?: string | null
  readonly networks?: readonly string[] | null
}

const listed = ({
  uuid,
  app_id,
  name,
  created,
  last_used,
  last_ip,
  scopes,
  expires,
  networks,
}: ListedPassword): ListedPassword => ({
  uuid,
  app_id,
  name,
  created,
  last_used,
  last_ip,
  scopes: scopes ?? null,
  expires: expires ?? null,
  networks: networks ?? null,
})

interface LimitOptions {
  readonly scope?: readonly string[]
  readonly expires?: string
  readonly network?: readonly string[]
}

type Work = (call: OperatorCall, path: string, login: string) => Promise<void>

/** `platen user app-password create|list|revoke USER …`: application passwords (specification section 5). */
export function addUserAppPassword(user: Command, terminal: Terminal): void {
  const group = user.command('app-password').description('passwords for programs')
  const run = (name: string, options: StoreOptions, work: Work) =>
    withSite(options, async site => {
      const { id, login } = await requireUser(site, name)
      await work(operatorOf(site), `/users/${id}/application-passwords`, login)
    })

  addStoreOptions(group.command('create <user> <name>').description('creates one for the program of this name'))
    .option('--scope <scopes...>', 'scopes such as read or posts:write; all rights of the user by default')
    .option('--expires <time>', 'when it expires, such as 2030-01-31T12:00:00Z')
    .option('--network <networks...>', 'the networks it can be used from, such as 192.0.2.0/24; all by default')
    .action((user: string, name: string, options: StoreOptions & LimitOptions) =>
      run(user, options, async (call, path, login) => {
        const { scope: scopes = null, expires = null, network: networks = null } = options
        const { password } = await call<{ password: string }>('POST', path, { name, scopes, expires, networks })
        terminal.print(`"${login}" can sign in with ${password}\nThis password is not shown again.`)
      }),
    )
  addStoreOptions(group.command('list <user>').description('lists them'))
    .option('--json', 'prints JSON')
    .action((user: string, options: StoreOptions & { readonly json?: boolean }) =>
      run(user, options, async (call, path) => {
        const passwords = (await call<readonly ListedPassword[]>('GET', path)).map(listed)
        if (options.json) return terminal.print(JSON.stringify(passwords, null, 2))
        const rows = passwords.map(({ uuid, name, created, last_used: used }) => [uuid, name, created, used ?? 'never'])
        terminal.print(tableText([['uuid', 'name', 'created', 'last used'], ...rows]))
      }),
    )
  addStoreOptions(group.command('revoke <user> <uuid>').description('revokes one')).action(
    (user: string, uuid: string, options: StoreOptions) =>
      run(user, options, async (call, path) => {
        await call('DELETE', `${path}/${encodeURIComponent(uuid)}`)
        terminal.print('Revoked.')
      }),
  )
}
