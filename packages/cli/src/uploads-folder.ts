import { dirname, join, resolve } from 'node:path'
import { CliError } from './cli-error.js'
import { possibleFolder } from './existing-folder.js'
import type { SiteSource } from './open-site.js'

/**
 * The folder of uploaded files: the given one, that of the configuration, or one beside the store; `undefined` for
 * memory.
 */
export function uploadsFolder({ place, loaded }: SiteSource, given: string | undefined): string | undefined {
  if (given !== undefined && loaded.config.media?.storage !== undefined)
    throw new CliError('--files has no effect: the configuration has a storage of its own.', { exitCode: 2 })
  if (given !== undefined) return possibleFolder('--files', given)
  if (loaded.config.files !== undefined) return resolve(loaded.folder, loaded.config.files)
  if (place.kind === 'memory') return undefined
  return join(place.kind === 'sqlite' ? dirname(place.path) : place.folder, 'files')
}
