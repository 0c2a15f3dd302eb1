import type { StoreError } from '@platen/storage'
import { CliError } from './cli-error.js'

/** The error of a store that cannot be used, which names it, with the reason that the database or the system reported. */
export function storeError(cause: StoreError): CliError {
  const reason = cause.cause instanceof Error && cause.cause.message !== '' ? ` (${cause.cause.message})` : ''
  return new CliError(`${cause.message}${reason}`, { cause })
}
