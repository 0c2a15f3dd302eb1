import type { Command } from 'commander'
import { parseStore } from '../store-place.js'
import type { Terminal } from '../terminal.js'
import type { MoveCommandOptions } from './run-move.js'

/** `platen move --to STORE`: copies a site to another store. */
export function addMove(program: Command, terminal: Terminal): void {
  program
    .command('move')
    .description('copies a site to another store, and compares both; the site must be stopped')
    .option('--config <file>', 'the configuration of the site (default: platen.config.ts, .mjs or .js, if it exists)')
    .option('--from <kind file>', 'where the site is stored (default: as for all commands)', parseStore)
    .option('--from-schema <name>', 'the schema in a PostgreSQL database that is moved')
    .requiredOption('--to <kind file>', 'the new store: "sqlite FILE" or "postgres://USER@HOST/DATABASE"', parseStore)
    .option('--to-schema <name>', 'the schema in the new PostgreSQL database')
    .action(async (options: MoveCommandOptions) => {
      const { runMove } = await import('./run-move.js')
      await runMove(options, terminal)
    })
}
