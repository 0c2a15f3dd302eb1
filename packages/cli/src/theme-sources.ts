import { resolve } from 'node:path'
import { type ThemeSource, themesIn } from '@platen/site'
import type { LoadedConfig } from './config/load-config.js'
import { existingFolder } from './existing-folder.js'

/**
 * The sources of a site's themes: the folder of the command line, or those of the configuration, whose folders are
 * relative to its file. `undefined` if there is only the built-in theme.
 */
export function themeSources(
  { config, folder }: Pick<LoadedConfig, 'config' | 'folder'>,
  given: string | undefined,
): readonly ThemeSource[] | undefined {
  if (given !== undefined) return [themesIn(existingFolder('--themes', given))]
  const { themes } = config
  return typeof themes === 'string' ? [themesIn(resolve(folder, themes))] : themes
}
