import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, parse, relative, sep } from 'node:path'
import type { CliError } from '../cli-error.js'
import { noSite, type StorePlace } from '../store-place.js'
import type { ServingProcess } from './processes/serving-process.js'

/**
 * The error of `serve` if it does not create a missing site; `undefined` if it does: with `--create`, in memory, and in a
 * new or empty folder in the working directory. Elsewhere, a typing error or a missing volume is more likely than a first
 * start.
 */
export function creationRefusal(
  place: StorePlace,
  isRequested: boolean,
  own: ServingProcess | undefined,
): CliError | undefined {
  // The first of several processes has already created the site.
  if (own?.isFirst === false) return noSite(place)
  if (isRequested || place.kind === 'memory') return undefined
  if (place.kind !== 'sqlite') return noSite(place)
  const folder = dirname(place.path)
  const state = stateOf(folder, basename(place.path))
  if (!NEW.has(state)) return noSite(place, `the folder ${state}`)
  return isInWorkingDirectory(folder)
    ? undefined
    : noSite(place, `the folder ${state}, and is not in the working directory`)
}

const NEW: ReadonlySet<string> = new Set(['does not exist', 'is empty'])
const SHOWN_FILES = 3

/** Hidden files do not count, and neither does the database of a first start that was interrupted. */
function stateOf(folder: string, database: string): string {
  if (!existsSync(folder)) return 'does not exist'
  const names = namesIn(folder)?.filter(name => !name.startsWith('.') && !name.startsWith(database))
  if (names === undefined) return 'cannot be read'
  if (names.length === 0) return 'is empty'
  const more = names.length > SHOWN_FILES ? ', …' : ''
  return `contains other files (${names.sort().slice(0, SHOWN_FILES).join(', ')}${more})`
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder)
  } catch {
    return undefined
  }
}

/** Follows links. */
function isInWorkingDirectory(folder: string): boolean {
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  const working = realpathSync('.')
  const path = relative(working, realpathSync(existing))
  // Services often run in the root folder, which contains everything.
  return working !== parse(working).root && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}
