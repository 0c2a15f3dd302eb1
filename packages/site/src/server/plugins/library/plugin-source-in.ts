import type { Dirent } from 'node:fs'
import { type OfferedPlugin, type Plugin, PluginError, type PluginFile, type PluginSource } from '../plugin.js'
import { type NodeFiles, nodeFiles } from './node-files.js'
import { packageFolders, readPackage } from './read-package.js'

/** A source of plugins: the packages in a folder. Links within packages are ignored. */
export function pluginSourceIn(folder: string | URL): PluginSource {
  const offered = async (fs: NodeFiles): Promise<readonly Plugin[]> => {
    const path = typeof folder === 'string' ? folder : fs.fileURLToPath(folder)
    // Unlike a folder of installed plugins, this folder must exist.
    await fs.readdir(path)
    const found = await Promise.all(
      (await packageFolders(fs, path)).map(each => readPackage(fs, each).catch(() => undefined)),
    )
    return found.filter(plugin => plugin !== undefined)
  }
  return Object.freeze({
    async list(): Promise<readonly OfferedPlugin[]> {
      const fs = await nodeFiles()
      return (await offered(fs)).map(({ manifest: { slug, version } }) => ({ slug, version }))
    },
    async *files(slug: string): AsyncIterable<PluginFile> {
      const fs = await nodeFiles()
      const plugin = (await offered(fs)).find(({ manifest }) => manifest.slug === slug)
      if (plugin === undefined) throw new PluginError(`the source has no package "${slug}"`)
      yield* filesOf(fs, plugin.location, '')
    },
  })
}

/** The files of a folder and the folders within it, in order. */
async function* filesOf(fs: NodeFiles, root: string, within: string): AsyncIterable<PluginFile> {
  const entries: Dirent[] = await fs.readdir(fs.join(root, within), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`
    if (entry.isDirectory()) yield* filesOf(fs, root, path)
    else if (entry.isFile()) yield { path, bytes: await fs.readFile(fs.join(root, path)) }
  }
}
