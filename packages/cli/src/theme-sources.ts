import { resolve } from 'node:path'
import { type ThemeSource, themesIn } from '@platen/site'
import type { LoadedConfig } from './config/load-config.js'
import { existingFolder } from './existing-folder.js'

/**
 * Where the themes of a site come from: the folder of the command line, or what the configuration names; a folder there is
 * relative to its file. `undefined` for the built-in theme alone.
 */
export function themeSources(
  { config, folder }: Pick<LoadedConfig, 'config' | 'folder'>,
  given: string | undefined,
): readonly ThemeSource[] | undefined {
  if (given !== undefined) return [themesIn(existingFolder('--themes', given))]
  const { themes } = config
  return typeof themes === 'string' ? [themesIn(resolve(folder, themes))] : themes
}
