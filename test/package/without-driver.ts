import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Manifest, root, workspacePackages } from '../house/workspace.js'
import { temporaryFolder } from '../temporary-folder.js'

/** What is wrong with a driver: it is not there, its native part is not, or was made for something else. */
export type Damage = 'missing' | 'unbuilt' | 'damaged'

/**
 * Makes a folder with the packages as they are published and all of their dependencies, of which one is damaged.
 * The packages are copied, because Node looks for dependencies where a file really is; their dependencies are links.
 */
export function folderWithout(driver: string, damage: Damage): string {
  const folder = temporaryFolder('driver')
  const place = (name: string) => join(folder, 'node_modules', name)
  const link = (name: string, from: string) => {
    if (existsSync(place(name))) return
    mkdirSync(dirname(place(name)), { recursive: true })
    symlinkSync(installed(name, from), place(name), 'dir')
  }
  for (const { folder: from, manifest } of workspacePackages()) {
    for (const path of ['package.json', 'bundle'])
      cpSync(join(from, path), join(place(manifest.name), path), { recursive: true })
  }
  for (const { folder: from, manifest } of workspacePackages()) {
    const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    for (const name of names.filter(name => name !== driver)) link(name, from)
    if (!names.includes(driver) || damage === 'missing' || existsSync(place(driver))) continue
    const source = installed(driver, from)
    cpSync(source, place(driver), { recursive: true, filter: path => !/[\\/](?:deps|obj(?:\.target)?)$/.test(path) })
    const { dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
    for (const name of Object.keys(dependencies ?? {})) link(name, source)
    for (const path of readdirSync(place(driver), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.node')) continue
      if (damage === 'unbuilt') rmSync(join(place(driver), path))
      else writeFileSync(join(place(driver), path), 'not an addon')
    }
  }
  return folder
}

/** The folder of a package, as it is found from another folder. */
function installed(name: string, from: string): string {
  const found = join(from, 'node_modules', name)
  if (existsSync(found)) return found
  if (from === root) throw new Error(`${name} is not installed`)
  return installed(name, dirname(from))
}
