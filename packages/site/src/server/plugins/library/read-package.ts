import { messageOf } from '@platen/core'
import { isMissing } from '../../../kernel/files/index.js'
import { type Plugin, PluginError } from '../plugin.js'
import type { NodeFiles } from './node-files.js'
import { MANIFEST_FILE, pluginId, readManifest } from './read-manifest.js'

const MAX_MANIFEST_BYTES = 256 * 1024

/**
 * The plugin in a folder; `undefined` if there is none. Rejects with a `PluginError` that names the folder if its
 * manifest is invalid.
 */
export async function readPackage(fs: NodeFiles, folder: string): Promise<Plugin | undefined> {
  const file = fs.join(folder, MANIFEST_FILE)
  try {
    const { size } = await fs.stat(file)
    if (size > MAX_MANIFEST_BYTES) throw new PluginError('it is too large')
    const manifest = readManifest(await fs.readFile(file, 'utf8'))
    return manifest && Object.freeze({ id: pluginId(manifest), manifest: Object.freeze(manifest), location: folder })
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw new PluginError(`${file}: ${messageOf(cause)}`, { cause })
  }
}

/** The folders of the packages in a folder: each folder directly within it, without hidden ones and links. */
export async function packageFolders(fs: NodeFiles, folder: string): Promise<readonly string[]> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return entries
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => fs.join(folder, name))
    .sort()
}
