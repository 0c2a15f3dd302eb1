import type { Command } from 'commander'
import { lastingSource } from '../open-site.js'
import { addStoreOptions, openStore, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'

/** `platen optimize`: reorganizes structures that make writes slow; a server may run at the same time. */
export function addOptimize(program: Command, terminal: Terminal): void {
  const command = program.command('optimize').description('puts the index of texts in order, so that changes are quick')
  addStoreOptions(command).action((options: StoreOptions) => optimize(options, terminal))
}

async function optimize(options: StoreOptions, terminal: Terminal): Promise<void> {
  const { place } = await lastingSource(options)
  const store = await openStore(place)
  try {
    const hasChanged = (await store.optimize?.()) ?? false
    terminal.print(hasChanged ? 'The index of texts is in order now.' : 'Everything is in order.')
  } finally {
    await store.close()
  }
}
