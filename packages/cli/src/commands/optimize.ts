import type { Command } from 'commander'
import { lastingSource } from '../open-site.js'
import { addStoreOptions, openStore, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'

/** `platen optimize`: reorganizes structures that make writes slow; a server may run at the same time. */
export function addOptimize(program: Command, terminal: Terminal): void {
  const command = program.command('optimize').description('merges the search index, so that changes are fast')
  addStoreOptions(command).action((options: StoreOptions) => optimize(options, terminal))
}

async function optimize(options: StoreOptions, terminal: Terminal): Promise<void> {
  const { place } = await lastingSource(options)
  const store = await openStore(place)
  try {
    const hasChanged = (await store.optimize?.()) ?? false
    terminal.print(hasChanged ? 'Optimized the search index.' : 'The search index is already optimized.')
  } finally {
    await store.close()
  }
}
