import { CliError } from './cli-error.js'

/** The error of a store that cannot be opened, with the cause that the database or the system reported. */
export function storeError(name: string, cause: Error): CliError {
  const reason = cause.cause instanceof Error && cause.cause.message !== '' ? ` (${cause.cause.message})` : ''
  return new CliError(`${name} cannot be used: ${cause.message}${reason}`, { cause })
}
