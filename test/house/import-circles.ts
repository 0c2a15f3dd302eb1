import { posix } from 'node:path'
import { importedModules } from './imports.js'
import type { TextFile } from './workspace.js'

/** The groups of files that import each other in a circle, whether values or types; each is sorted by path. */
export function importCircles(files: readonly TextFile[]): string[][] {
  const imports = new Map(files.map(file => [file.path, localImports(file)]))
  const circles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  for (const path of imports.keys()) if (!order.has(path)) visit(path)
  return circles.sort()

  // Tarjan's algorithm: a file whose lowest reachable file is itself closes a group.
  function visit(path: string): void {
    const number = order.size
    order.set(path, number)
    lowest.set(path, number)
    open.push(path)
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(path) !== number) return
    const group = open.splice(open.indexOf(path))
    if (group.length > 1 || imports.get(path)?.includes(path)) circles.push(group.sort())
  }
}

function localImports(file: TextFile): string[] {
  return importedModules(file)
    .filter(name => name.startsWith('.'))
    .map(name => posix.join(posix.dirname(file.path), name).replace(/\.js(x?)$/, '.ts$1'))
}
