import type { Command } from 'commander'
import { withSite } from '../open-site.js'
import { requireUser } from '../operator.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'

interface McpCommandOptions extends StoreOptions {
  readonly user: string
}

const PASSWORD = 'PLATEN_APPLICATION_PASSWORD'

/** `platen mcp`: serves the site to an agent that has started the command, over standard input and output. */
export function addMcp(program: Command, terminal: Terminal): void {
  const command = program
    .command('mcp')
    .description('serves the site to an agent, by the Model Context Protocol over standard input and output')
    .requiredOption(
      '--user <user>',
      `the login of the user it acts as, with an application password in ${PASSWORD} if it is set`,
    )
  addStoreOptions(command).action((options: McpCommandOptions) =>
    withSite(options, async site => {
      // Most commands do not need it, and it takes long to load.
      const { serveLines } = await import('@platen/mcp')
      const secret = terminal.env[PASSWORD]
      const user = await requireUser(site, options.user)
      const authorization = `Basic ${Buffer.from(`${user.login}:${secret}`).toString('base64')}`
      const serving = serveLines(site, secret === undefined ? { user: user.id } : { authorization }, {
        input: terminal.input,
        write: text => terminal.print(text.trimEnd()),
      })
      await Promise.race([serving, terminal.interrupted()])
    }),
  )
}
