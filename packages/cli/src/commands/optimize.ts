import type { Command } from 'commander'
import { withSite } from '../open-site.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'

/** `platen optimize`: reorganizes structures that make writes slow; a server may run at the same time. */
export function addOptimize(program: Command, terminal: Terminal): void {
  const command = program.command('optimize').description('merges the search index, so that changes are fast')
  addStoreOptions(command).action((options: StoreOptions) => optimize(options, terminal))
}

/** The site prepares the store, which optimizes the indexes of the collections that it was prepared for. */
const optimize = (options: StoreOptions, terminal: Terminal): Promise<void> =>
  withSite(options, async ({ context }) => {
    const hasChanged = (await context.store.optimize?.()) ?? false
    terminal.print(hasChanged ? 'Optimized the search index.' : 'The search index is already optimized.')
  })
