import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ProjectError } from './project-error.js'
import { projectFiles } from './project-files.js'
import type { ProjectOptions } from './project-options.js'

/** A created project. */
export interface CreatedProject {
  /** The absolute path of its folder. */
  readonly folder: string
  /** The names of its files. */
  readonly files: readonly string[]
}

/** Writes the files of a project. Throws a `ProjectError` when the folder is not empty. */
export function createProject({ folder, dialect = 'cms', language = 'ts' }: ProjectOptions): CreatedProject {
  const path = resolve(folder)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory()) throw new ProjectError(`${path} is not a folder.`)
  if (stats && readdirSync(path).some(name => name !== '.git')) throw new ProjectError(`${path} is not empty.`)
  const files = projectFiles({ folder: path, dialect, language })
  mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return { folder: path, files: Object.keys(files) }
}
