import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkspacePackage } from './workspace.js'

/** Says which of a package's entry points cannot be imported, or lack the file with their types. */
export async function exportComplaints(
  { folder, manifest }: Pick<WorkspacePackage, 'folder' | 'manifest'>,
  load: (specifier: string) => Promise<unknown> = specifier => import(specifier),
): Promise<string[]> {
  const complaints: string[] = []
  const entries = Object.entries(manifest.exports ?? {})
  if (entries.length === 0) complaints.push(`${manifest.name}: exports nothing`)
  for (const [subpath, target] of entries) {
    const specifier = manifest.name + subpath.slice(1)
    if (typeof target === 'string') {
      // Data such as the manifest itself, which has no types and is not a module.
      if (!existsSync(join(folder, target))) complaints.push(`${specifier}: ${target} is not there`)
      continue
    }
    if (Object.keys(target)[0] !== 'types') complaints.push(`${specifier}: types do not come first`)
    for (const path of Object.values(target)) {
      if (!existsSync(join(folder, path))) complaints.push(`${specifier}: ${path} is not there`)
    }
    await load(specifier).catch((error: unknown) => complaints.push(`${specifier}: cannot be imported: ${error}`))
  }
  const bins = typeof manifest.bin === 'string' ? [manifest.bin] : Object.values(manifest.bin ?? {})
  for (const path of bins) {
    if (!existsSync(join(folder, path))) complaints.push(`${manifest.name}: ${path} is not there`)
  }
  return complaints
}
