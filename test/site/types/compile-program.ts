import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, run } from '../../docs/run-code.js'
import { root } from '../../house/workspace.js'

/** The rules of a strict project. */
export const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
}

/** Writes a strict project into a folder of the workspace, where it finds the packages. */
export function writeProject(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, 'build/strict-projects', name)
  mkdirSync(folder, { recursive: true })
  const all = { 'package.json': '{ "type": "module" }', 'tsconfig.json': JSON.stringify({ compilerOptions }), ...files }
  for (const [path, text] of Object.entries(all)) writeFileSync(join(folder, path), text)
  return folder
}

/** Compiles a project with the compiler of a package; its output has the errors, and figures. */
export const compileProject = (folder: string, compiler = 'typescript'): Promise<Outcome> =>
  run(process.execPath, [join(root, 'node_modules', compiler, 'bin/tsc'), '--extendedDiagnostics'], folder, {}, 120_000)
