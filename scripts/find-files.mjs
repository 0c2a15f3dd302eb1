import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const notOurs = new Set(['node_modules', 'dist', 'bundle', 'build'])

/**
 * Finds the files below a folder whose names have the given ending, except installed and built files. Returns sorted
 * paths relative to the folder, with `/`.
 */
export function findFiles(folder, ending) {
  if (!existsSync(folder)) return []
  const found = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (entry.isFile() && name.endsWith(ending)) found.push(name)
    if (!entry.isDirectory() || notOurs.has(name)) continue
    for (const path of findFiles(join(folder, name), ending)) found.push(`${name}/${path}`)
  }
  return found.sort()
}
