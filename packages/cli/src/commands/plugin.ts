import { pluginsOption, type Site } from '@platen/site'
import type { Command } from 'commander'
import { CliError } from '../cli-error.js'
import { lastingSource, withSource } from '../open-site.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import { tableText } from '../table-text.js'
import type { Terminal } from '../terminal.js'

interface PluginOptions extends StoreOptions {
  readonly plugins?: string
  readonly json?: boolean
}

/** `platen plugin …`: the plugins of a site. A site that is served follows at its next request. */
export function addPlugin(program: Command, terminal: Terminal): void {
  const plugin = program.command('plugin').description('the plugins of a site')
  const withOptions = (command: Command) =>
    addStoreOptions(command).option('--plugins <folder>', 'the folder of plugins (default: that of the configuration)')
  withOptions(plugin.command('list').description('lists the plugins'))
    .option('--json', 'prints JSON')
    .action((options: PluginOptions) => list(options, terminal))
  for (const [name, done] of [
    ['activate', 'Activated'],
    ['deactivate', 'Deactivated'],
  ] as const)
    withOptions(plugin.command(name).description(`${name}s a plugin`))
      .argument('<plugin>', 'its id, such as shop/index')
      .action(async (id: string, options: PluginOptions) => {
        await withPlugins(options, async site => {
          const { manifest } = await site.content.plugins[name](id, { as: site.system })
          terminal.print(`${done} "${manifest.name}" ${manifest.version}.`)
        })
      })
}

async function withPlugins(options: PluginOptions, work: (site: Site) => Promise<void>): Promise<void> {
  const source = await lastingSource(options)
  await withSource(
    source,
    async site => {
      const hint = 'Name their folder with --plugins FOLDER, or with the key "plugins" of the configuration.'
      if (pluginsOption.of(site.context) === undefined) throw new CliError(`The site has no plugins. ${hint}`)
      await work(site)
    },
    () => ({ plugins: options.plugins }),
  )
}

async function list(options: PluginOptions, terminal: Terminal): Promise<void> {
  await withPlugins(options, async site => {
    const all = await site.content.plugins.list({}, { as: site.system })
    const plugins = all.map(({ id, manifest: { name, version }, status, error }) => ({
      id,
      name,
      version,
      status,
      ...(error === undefined ? {} : { error }),
    }))
    if (options.json) return terminal.print(JSON.stringify(plugins, null, 2))
    const rows = plugins.map(({ id, name, version, status, error }) => [
      id,
      name,
      version,
      error === undefined ? status : `${status}: ${error}`,
    ])
    terminal.print(tableText([['id', 'name', 'version', 'status'], ...rows]))
  })
}
