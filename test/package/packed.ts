import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, workspacePackages } from '../house/workspace.js'
import { temporaryFolder } from '../temporary-folder.js'
import { npm } from './npm.js'

/** A package as it would be published. */
export interface PackedPackage {
  readonly name: string
  /** The path of its tarball. */
  readonly tarball: string
  /** The paths of the files in it. */
  readonly files: readonly string[]
}

interface PackReport {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

interface StaleOutput {
  removeStaleOutput(folder: string): void
}

const { removeStaleOutput } = (await import(pathToFileURL(join(root, 'scripts/stale-output.mjs')).href)) as StaleOutput

let packed: Promise<readonly PackedPackage[]> | undefined

/** Every package of the workspace, as it was last built: packed once in a process, into a folder that goes with it. */
export function packAll(): Promise<readonly PackedPackage[]> {
  packed ??= pack()
  return packed
}

async function pack(): Promise<readonly PackedPackage[]> {
  const folder = temporaryFolder('packed')
  for (const each of workspacePackages()) removeStaleOutput(each.folder)
  // The build runs before the tests: it would compile what other tests use at this moment.
  const words = ['pack', '--workspaces', '--ignore-scripts', '--json', '--pack-destination', folder]
  const report = JSON.parse(await npm(words)) as PackReport[] | Record<string, PackReport>
  return Object.values(report).map(({ name, filename, files }) => ({
    name,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path).sort(),
  }))
}
