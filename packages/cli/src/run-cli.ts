import { RestError } from '@platen/core'
import { PluginError, RegistrationError } from '@platen/site/extend'
import { DriverError, StoreError } from '@platen/storage'
import { Command, CommanderError } from 'commander'
import { CliError } from './cli-error.js'
import { addImport } from './commands/import.js'
import { addInit } from './commands/init.js'
import { addMcp } from './commands/mcp.js'
import { addMove } from './commands/move.js'
import { addOpenApi } from './commands/openapi.js'
import { addOptimize } from './commands/optimize.js'
import { addPlugin } from './commands/plugin.js'
import { addServe } from './commands/serve.js'
import { addTheme } from './commands/theme.js'
import { addTypes } from './commands/types.js'
import { addUser } from './commands/user.js'
import { joinStoreWords } from './store-place.js'
import { processTerminal, type Terminal } from './terminal.js'
import { version } from './version.js'

/**
 * Runs `platen` with arguments such as `['user', 'list']` and resolves with its exit code: 0 for
 * success, 1 for a failure, 2 for invalid usage, 130 for an interruption. `serve --processes` also runs the current script,
 * with its arguments, in the other processes.
 */
export async function runCli(words: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const program = createProgram(terminal)
  try {
    await program.parseAsync([...joinStoreWords(words)], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!isReportable(error)) throw error
    terminal.printError(`platen: ${error.message}`)
    return error instanceof CliError ? error.exitCode : 1
  }
}

/** Errors that the user can fix; only their message is reported. */
const isReportable = (error: unknown): error is Error =>
  [CliError, DriverError, StoreError, RestError, RegistrationError, PluginError].some(kind => error instanceof kind)

function createProgram(terminal: Terminal): Command {
  const program = new Command('platen')
    .description('The REST interface of a content site.')
    .version(version)
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .configureOutput({
      writeOut: text => terminal.print(text.replace(/\n$/, '')),
      writeErr: text => terminal.printError(text.replace(/\n$/, '')),
    })
  // Subcommands inherit these settings when they are created after them.
  for (const add of [
    addServe,
    addInit,
    addUser,
    addPlugin,
    addTheme,
    addImport,
    addMove,
    addOptimize,
    addTypes,
    addMcp,
    addOpenApi,
  ])
    add(program, terminal)
  return program
}
