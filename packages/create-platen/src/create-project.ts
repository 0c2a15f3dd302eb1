import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { packageManagerOf } from './package-manager.js'
import { ProjectError } from './project-error.js'
import { projectFiles } from './project-files.js'
import { VENDOR } from './project-manifest.js'
import type { ProjectOptions } from './project-options.js'

/** A created project. */
export interface CreatedProject {
  /** The absolute path of its folder. */
  readonly folder: string
  /** The names of its files. */
  readonly files: readonly string[]
}

/** Writes the files of a project. Throws a `ProjectError` when the folder is not empty. */
export function createProject(options: ProjectOptions): CreatedProject {
  const { dialect = 'cms', language = 'ts', packageManager = packageManagerOf(), tarballs = {} } = options
  const path = resolve(options.folder)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory()) throw new ProjectError(`${path} is not a folder.`)
  if (stats && readdirSync(path).some(name => name !== '.git')) throw new ProjectError(`${path} is not empty.`)
  const files = projectFiles({ folder: path, dialect, language, packageManager, tarballs })
  mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  const paths = Object.values(tarballs)
  if (paths.length > 0) mkdirSync(join(path, VENDOR))
  for (const from of paths) copyFileSync(from, join(path, VENDOR, basename(from)))
  return { folder: path, files: Object.keys(files) }
}
