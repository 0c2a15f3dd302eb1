import { type Plugin, PluginError, type PluginFile } from '../plugin.js'
import type { NodeFiles } from './node-files.js'
import { isPackagePath } from './plugin-path.js'
import { readPackage } from './read-package.js'

/** Limits of installed packages. */
const MAX_FILES = 20_000
const MAX_BYTES = 200 * 1024 * 1024

/** The prefix of folder names while their files are written. */
const INCOMPLETE = '.installing-'

/**
 * Stores the files of a package in a new folder within a folder of plugins, which appears only when it is complete. An
 * existing version is not removed, so that its loaded code keeps working. Rejects with a `PluginError`, without storing
 * anything, if the files are not a plugin.
 */
export async function installFiles(fs: NodeFiles, folder: string, files: AsyncIterable<PluginFile>): Promise<Plugin> {
  await fs.mkdir(folder, { recursive: true })
  const incomplete = await fs.mkdtemp(fs.join(folder, INCOMPLETE))
  try {
    await writeFiles(fs, incomplete, files)
    const plugin = await readPackage(fs, incomplete)
    if (plugin === undefined) throw new PluginError('the package is not a plugin')
    const { slug, entry } = plugin.manifest
    if (!(await isFile(fs, fs.join(incomplete, entry)))) throw new PluginError(`the package has no file "${entry}"`)
    // The name is new, so that modules of an earlier version are not reused.
    const location = fs.join(folder, `${slug}~${incomplete.slice(fs.join(folder, INCOMPLETE).length)}`)
    await fs.rename(incomplete, location)
    return Object.freeze({ ...plugin, location })
  } catch (error) {
    await fs.rm(incomplete, { recursive: true, force: true })
    throw error
  }
}

async function writeFiles(fs: NodeFiles, folder: string, files: AsyncIterable<PluginFile>): Promise<void> {
  let [count, size] = [0, 0]
  for await (const { path, bytes } of files) {
    count += 1
    size += bytes.length
    if (count > MAX_FILES || size > MAX_BYTES) throw new PluginError('the package is too large')
    if (!isPackagePath(path)) throw new PluginError(`"${path}" is not the path of a file within a package`)
    const file = fs.join(folder, path)
    await fs.mkdir(fs.dirname(file), { recursive: true })
    await fs.writeFile(file, bytes, { flag: 'wx' })
  }
}

const isFile = (fs: NodeFiles, file: string): Promise<boolean> =>
  fs.lstat(file).then(
    about => about.isFile(),
    () => false,
  )
