import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder, seen from where tests are compiled to. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The parts of a package's `package.json` that the checks read. */
export interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: string | Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A package of the workspace: its folder's name and path, and its manifest. */
export interface WorkspacePackage {
  readonly workspace: string
  readonly folder: string
  readonly manifest: Manifest
}

/** A text file, its path relative to the folder it was looked for in. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** Every package of the workspace. */
export function workspacePackages(): WorkspacePackage[] {
  const workspaces = readdirSync(join(root, 'packages')).filter(workspace =>
    existsSync(join(root, 'packages', workspace, 'package.json')),
  )
  return workspaces.map(workspace => {
    const folder = join(root, 'packages', workspace)
    return { workspace, folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest }
  })
}

/** The sources of a package. */
export function sourceFiles(folder: string): TextFile[] {
  return readFiles(join(folder, 'src'), /\.tsx?$/)
}

/** The sources of the examples, but for folders that tools write. */
export function exampleFiles(): TextFile[] {
  return readFiles(join(root, 'examples'), /^(?!.*(?:node_modules|\.next)).*\.(?:tsx?|m?js)$/)
}

/** The emitted declarations of a package, without those whose source no longer exists. */
export function declarationFiles(folder: string): TextFile[] {
  const sources = new Set(sourceFiles(folder).map(file => file.path.replace(/\.tsx?$/, '')))
  return readFiles(join(folder, 'dist'), /\.d\.ts$/).filter(file => sources.has(file.path.replace(/\.d\.ts$/, '')))
}

function readFiles(folder: string, ending: RegExp): TextFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => ending.test(path))
    .sort()
    .map(path => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(folder, path), 'utf8') }))
}
