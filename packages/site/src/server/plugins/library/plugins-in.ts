import { checks, type OptionChecks, requireOptions } from '@platen/core'
import { folderSize, isMissing } from '../../../kernel/files/index.js'
import {
  type Plugin,
  PluginError,
  type PluginFile,
  type PluginLibrary,
  type PluginList,
  type PluginSource,
} from '../plugin.js'
import { compareVersions } from '../versions.js'
import { installFiles } from './install-files.js'
import { type NodeFiles, nodeFiles } from './node-files.js'
import { packageFolders, readPackage } from './read-package.js'

/** The options of a folder of plugins. */
export interface PluginFolderOptions {
  /** The source of plugins, such as `pluginSourceIn(folder)`. Without it, none can be installed. */
  readonly source?: PluginSource | undefined
  /** The names of npm packages that are also plugins; they cannot be deleted. */
  readonly packages?: readonly string[] | undefined
  /**
   * The folder from which these packages are resolved, or the URL of a file such as `import.meta.url`; the folder of
   * plugins by default.
   */
  readonly from?: string | URL | undefined
}

const { either, having, text, texts, where } = checks

const folderChecks: OptionChecks<PluginFolderOptions> = {
  source: having<PluginSource>('list', 'files'),
  packages: texts,
  from: either(
    text,
    where('a URL', value => value instanceof URL),
  ),
}

/** The folder of an installed package; searched as Node does, in the folders `node_modules` above a folder. */
async function packageFolder(fs: NodeFiles, name: string, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = fs.dirname(folder)) {
    const candidate = fs.join(folder, 'node_modules', name)
    const found = await fs.realpath(candidate).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (found !== undefined) return found
    if (fs.dirname(folder) === folder) return undefined
  }
}

/** Of plugins with the same id, the one with the highest version, or the first of equal ones. */
function newest(plugins: readonly Plugin[]): readonly Plugin[] {
  const byId = new Map<string, Plugin>()
  for (const plugin of plugins) {
    const other = byId.get(plugin.id)
    if (other === undefined || compareVersions(plugin.manifest.version, other.manifest.version) > 0)
      byId.set(plugin.id, plugin)
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * The plugins of a folder: each folder in it whose `package.json` has the key `platen`. Links are not followed. Needs a
 * file system. Throws a `RangeError` for unknown and invalid options.
 */
export function pluginsIn(folder: string | URL, options: PluginFolderOptions = {}): PluginLibrary {
  requireOptions('pluginsIn', options, folderChecks)
  const { source, packages = [], from } = options
  const rootOf = (fs: NodeFiles) => fs.resolve(typeof folder === 'string' ? folder : fs.fileURLToPath(folder))
  const startOf = (fs: NodeFiles) => {
    if (from === undefined) return rootOf(fs)
    return typeof from === 'string' && !from.startsWith('file:') ? fs.resolve(from) : fs.dirname(fs.fileURLToPath(from))
  }
  return Object.freeze({
    source,
    async read(): Promise<PluginList> {
      const fs = await nodeFiles()
      const warnings: string[] = []
      const named = await Promise.all(packages.map(name => packageFolder(fs, name, startOf(fs))))
      for (const [i, found] of named.entries())
        if (found === undefined) warnings.push(`the package "${packages[i]}" is not installed`)
      const folders = [...(await packageFolders(fs, rootOf(fs))), ...named.filter(each => each !== undefined)]
      const found = await Promise.all(
        folders.map(each =>
          readPackage(fs, each).catch((error: Error) => {
            warnings.push(error.message)
          }),
        ),
      )
      return { plugins: newest(found.filter(plugin => plugin !== undefined)), warnings }
    },
    async load({ location, manifest }: Plugin): Promise<unknown> {
      const fs = await nodeFiles()
      const file = fs.join(location, manifest.entry)
      const url = fs.pathToFileURL(file)
      // A fixed entry must be evaluated again.
      url.searchParams.set('modified', String(Math.trunc((await fs.stat(file)).mtimeMs)))
      return import(url.href)
    },
    async install(files: AsyncIterable<PluginFile>): Promise<Plugin> {
      const fs = await nodeFiles()
      return installFiles(fs, rootOf(fs), files)
    },
    async remove({ location, manifest }: Plugin): Promise<void> {
      const fs = await nodeFiles()
      const root = rootOf(fs)
      if (fs.dirname(location) !== root) throw new PluginError(`${manifest.name} is not in the folder of plugins.`)
      if (!(await fs.lstat(location)).isDirectory()) throw new PluginError(`${manifest.name} is not in a folder.`)
      // Removing many files takes time; the plugin disappears immediately.
      const removed = fs.join(await fs.mkdtemp(fs.join(root, '.removed-')), 'plugin')
      await fs.rename(location, removed)
      await fs.rm(fs.dirname(removed), { recursive: true, force: true })
    },
    async obstacle(): Promise<string | undefined> {
      const fs = await nodeFiles()
      const root = rootOf(fs)
      return fs.access(root, fs.constants.W_OK).then(
        () => undefined,
        (error: Error) => `The folder of plugins cannot be written: ${error.message}`,
      )
    },
    async size(signal?: AbortSignal): Promise<number> {
      return folderSize(rootOf(await nodeFiles()), signal)
    },
  })
}
