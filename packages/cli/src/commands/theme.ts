import type { Site } from '@platen/site'
import type { Command } from 'commander'
import { lastingSource, withSource } from '../open-site.js'
import { addStoreOptions, type StoreOptions } from '../store-place.js'
import { tableText } from '../table-text.js'
import type { Terminal } from '../terminal.js'

interface ThemeOptions extends StoreOptions {
  readonly themes?: string
}

interface ListOptions extends ThemeOptions {
  readonly json?: boolean
}

/** `platen theme …`: the themes of a site. */
export function addTheme(program: Command, terminal: Terminal): void {
  const theme = program.command('theme').description('the themes of a site')
  addThemeOptions(theme.command('list').description('lists the themes, those with errors too'))
    .option('--json', 'prints JSON')
    .action((options: ListOptions) => list(options, terminal))
  addThemeOptions(theme.command('activate').description('activates a theme, even for running servers'))
    .argument('<theme>', 'the name of its folder')
    .action((name: string, options: ThemeOptions) => activate(name, options, terminal))
}

const addThemeOptions = (command: Command): Command =>
  addStoreOptions(command).option(
    '--themes <folder>',
    'the folder of themes (default: that of the configuration, or none)',
  )

/** Opens the site with the themes that the options name. */
const withThemes = async <T>(options: ThemeOptions, work: (site: Site) => Promise<T>): Promise<T> =>
  withSource(await lastingSource(options), work, () => ({ themes: options.themes }))

/** `platen theme list`. */
async function list(options: ListOptions, terminal: Terminal): Promise<void> {
  await withThemes(options, async ({ content, system }) => {
    const by = { as: system }
    const { stylesheet: active } = await content.themes.active(by)
    const themes = (await content.themes.list(by)).map(({ stylesheet, header, warnings }) => ({
      theme: stylesheet,
      status: stylesheet === active ? 'active' : 'inactive',
      name: header.name,
      version: header.version,
      problems: warnings,
    }))
    const broken = (await content.themes.broken(by)).map(({ stylesheet, errors }) => ({
      theme: stylesheet,
      status: 'broken',
      name: '',
      version: '',
      problems: errors,
    }))
    const all = [...themes, ...broken]
    if (options.json) return terminal.print(JSON.stringify(all, null, 2))
    const rows = all.map(({ theme, status, name, version }) => [theme, status, name, version])
    terminal.print(tableText([['theme', 'status', 'name', 'version'], ...rows]))
    for (const { theme, problems } of all) for (const problem of problems) terminal.print(`${theme}: ${problem}`)
  })
}

/** `platen theme activate NAME`. */
async function activate(name: string, options: ThemeOptions, terminal: Terminal): Promise<void> {
  await withThemes(options, async ({ content, system }) => {
    const { header } = await content.themes.activate(name, { as: system })
    terminal.print(`${header.name} is active.`)
  })
}
