import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CliError } from '../cli-error.js'
import { configComplaint, isConfig, withPlainUrl } from './check-config.js'
import type { PlatenConfig } from './define-config.js'
import { importModule } from './import-module.js'
import { configError } from './load-error.js'

/** The names of configuration files, in the order of lookup. */
export const CONFIG_FILES = ['platen.config.ts', 'platen.config.mjs', 'platen.config.js'] as const

/** A configuration and its source. */
export interface LoadedConfig {
  readonly config: PlatenConfig
  /** The path of the file; `undefined` if there is none and the configuration is empty. */
  readonly path: string | undefined
  /** The folder that its paths are relative to. */
  readonly folder: string
  /** The paths of the file and of its imports. */
  readonly files: ReadonlySet<string>
}

/** The path of the configuration file: the given one, or the one in a folder; a `CliError` when the given one is missing. */
function findConfig(given: string | undefined, folder = process.cwd()): string | undefined {
  if (given === undefined) return CONFIG_FILES.map(name => join(folder, name)).find(path => existsSync(path))
  const path = resolve(given)
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path
  throw new CliError(`There is no configuration file ${path}.`, { exitCode: 2 })
}

/**
 * Loads the configuration file, and evaluates it and its imports again. A `CliError` names the file and line of an
 * error. `files` receives the paths of the loaded files, even if loading fails.
 */
export async function loadConfig(given?: string, files: Set<string> = new Set()): Promise<LoadedConfig> {
  const path = findConfig(given)
  if (path === undefined) return { config: {}, path, folder: process.cwd(), files }
  const exports = await importModule(path, files).catch(error => {
    throw configError(path, files, error)
  })
  const config = exports['default']
  if (!isConfig(config)) throw configError(path, [], new Error(configComplaint(config)))
  return { config: withPlainUrl(config), path, folder: dirname(path), files }
}
