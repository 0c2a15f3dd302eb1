import { posix } from 'node:path'
import { importCircles } from './import-circles.js'
import { importedModules } from './imports.js'
import type { TextFile } from './workspace.js'

/** What is wrong between the rooms of a package. A room is a folder with an `index.ts`, with its folders without one. */
export interface RoomComplaints {
  /** The rooms that import each other in a circle. */
  readonly circles: readonly (readonly string[])[]
  /** Imports of a file of another room that is not its `index.ts`. */
  readonly pastAnIndex: readonly string[]
}

/** Inspects the imports between the rooms of a package, of values and of types. */
export function roomComplaints(files: readonly TextFile[]): RoomComplaints {
  const rooms = files
    .filter(({ path }) => posix.basename(path) === 'index.ts')
    .map(({ path }) => posix.dirname(path))
    .filter(room => room !== '.')
    .sort((a, b) => b.length - a.length)
  const roomOf = (path: string) => rooms.find(room => path.startsWith(`${room}/`)) ?? '.'
  const imports = files.flatMap(file =>
    importedModules(file)
      .filter(name => name.startsWith('.'))
      .map(name => ({ from: file.path, to: posix.join(posix.dirname(file.path), name).replace(/\.js$/, '.ts') })),
  )
  const between = imports.filter(({ from, to }) => roomOf(from) !== roomOf(to))
  const graph = new Map(['.', ...rooms].map(room => [room, new Set<string>()]))
  for (const { from, to } of between) graph.get(roomOf(from))?.add(roomOf(to))
  // The graph as files with imports: each room is a file.
  const drawn = [...graph].map(([room, others]) => ({
    path: `${fileOf(room)}.ts`,
    text: [...others].map(other => `import './${fileOf(other)}.js'`).join('\n'),
  }))
  return {
    circles: importCircles(drawn).map(circle => circle.map(path => path.slice(0, -3).replaceAll('+', '/'))),
    pastAnIndex: between
      .filter(({ to }) => to !== posix.join(roomOf(to), 'index.ts'))
      .map(({ from, to }) => `${from}: imports ${to}`),
  }
}

const fileOf = (room: string) => room.replaceAll('/', '+')
