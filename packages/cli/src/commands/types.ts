import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { createTestSite } from '../create-test-site.js'
import { siteSource, withSource } from '../open-site.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import type { Terminal } from '../terminal.js'
import { siteTypes } from '../types/site-types.js'

interface TypesOptions extends StoreOptions {
  readonly out: string
  readonly plugins?: string
  readonly global: boolean
}

/** `platen types`: writes the types of what the site has registered, for `site.call` and `site.content`. */
export function addTypes(program: Command, terminal: Terminal): void {
  const command = program
    .command('types')
    .description('writes the TypeScript types of what the site registers')
    .option('--out <file>', 'the file; "-" is standard output', 'platen-types.d.ts')
    .option('--plugins <folder>', 'the folder of plugins (default: that of the configuration)')
    .option('--no-global', 'only exports SiteTypes, for programs with several sites')
  addStoreOptions(command).action((options: TypesOptions) => writeTypes(options, terminal))
}

async function writeTypes(options: TypesOptions, terminal: Terminal): Promise<void> {
  const source = await siteSource(options)
  // A new site has what its configuration registers, but no active plugins.
  const { text, names } =
    source.place.kind === 'memory'
      ? siteTypes((await createTestSite(source.loaded.config)).site, options.global)
      : await withSource(
          source,
          async site => siteTypes(site, options.global),
          () => ({ plugins: options.plugins }),
        )
  if (options.out === '-') return terminal.print(text.trimEnd())
  writeFileSync(resolve(options.out), text)
  terminal.print(`Wrote the types of ${names.join(', ')} to ${options.out}.`)
}
