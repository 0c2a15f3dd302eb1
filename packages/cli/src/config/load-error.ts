import { readFileSync } from 'node:fs'
import { extname, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CliError } from '../cli-error.js'
import { stripTypes } from './module-hooks.js'

const STACK_LENGTH = 20_000
/** Errors whose messages need no name in front. */
const OWN_ERRORS = new Set(['Error', 'RegistrationError', 'SchemaError', 'CliError', 'DriverError'])

/**
 * Converts an error that the modules of a configuration or their declarations threw to a `CliError`. The message begins
 * with the file, and with the line and column if the error has a location in these modules.
 */
export function configError(path: string, files: Iterable<string>, error: unknown): CliError {
  const cause = error instanceof Error ? error : new Error(String(error))
  const all = [...files]
  const message = syntaxMessage(cause, all) ?? `${positionOf(cause, all) ?? path}: ${messageOf(cause)}`
  return new CliError(shortened(message), { cause })
}

const messageOf = ({ name, message }: Error): string => (OWN_ERRORS.has(name) ? message : `${name}: ${message}`)

/** Paths below the working directory, relative to it. */
function shortened(message: string): string {
  const at = message.indexOf(':', 2)
  const path = message.slice(0, at)
  const short = relative(process.cwd(), path)
  return (short.startsWith('..') ? path : short) + message.slice(at)
}

/** The first frame of the stack in one of the files, as `file:line:column`. */
function positionOf({ stack = '' }: Error, files: readonly string[]): string | undefined {
  const urls = new Map(files.map(file => [pathToFileURL(file).href, file]))
  for (const line of stack.slice(0, STACK_LENGTH).split('\n')) {
    const start = line.indexOf('file://')
    const query = line.indexOf('?', start)
    const file = start < 0 || query < 0 ? undefined : urls.get(line.slice(start, query))
    const [, place] = /^[^:\s)]*(:\d+(?::\d+)?)/.exec(line.slice(query)) ?? []
    if (file !== undefined && place !== undefined) return file + place
  }
  return undefined
}

/**
 * The message of a syntax error. Node does not report its location in JavaScript; the parser that strips types does.
 */
function syntaxMessage(error: Error, files: readonly string[]): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined
  if (files.some(file => error.message.startsWith(`${file}:`))) return error.message
  for (const file of files) {
    try {
      if (/^\.m?js$/.test(extname(file))) stripTypes(readFileSync(file, 'utf8'), file)
    } catch (found) {
      if (found instanceof SyntaxError) return found.message
    }
  }
  return undefined
}
