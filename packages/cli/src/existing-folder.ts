import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CliError } from './cli-error.js'

/** The stats of a path; undefined if nothing exists there, also below a file. */
function found(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** The absolute path of a folder in an option; a `CliError` if it does not exist. */
export function existingFolder(option: string, given: string): string {
  const path = resolve(given)
  if (found(path)?.isDirectory() !== true) throw new CliError(`${option} ${given}: there is no such folder.`)
  return path
}

/** The absolute path of a folder that is created on demand; a `CliError` if it is not a folder. */
export function possibleFolder(option: string, given: string): string {
  const path = resolve(given)
  if (found(path)?.isDirectory() === false) throw new CliError(`${option} ${given}: this is not a folder.`)
  return path
}
