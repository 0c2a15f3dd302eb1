import { StoreError } from '@platen/storage'
import { DatabaseError } from 'pg'
import { conflictError, databaseError, type Meanings } from '../database-errors.js'
import { isEncryptionError } from './encryption.js'

/** Translates any error of PostgreSQL, its driver or the network to a `StoreError` that names the database. */
export function translateError(error: unknown, place: string): StoreError {
  if (error instanceof StoreError) return error
  if (error instanceof DatabaseError) {
    if (/startup parameter/.test(error.message)) {
      return new StoreError('unavailable', `${place}: The pooler refuses part of the URL: ${error.message}.`, {
        cause: error,
      })
    }
    return error.code === UNIQUE
      ? conflictError(error, conflictingColumn(error.detail))
      : databaseError(error, error.code ?? '', MEANINGS, place)
  }
  const unavailable = (message: string) => new StoreError('unavailable', `${place}: ${message}`, { cause: error })
  if (isEncryptionError(error)) return unavailable('No encrypted connection is possible.')
  if (isOfFile(error)) return unavailable('A file that the URL names cannot be read.')
  if (isOfConnection(error)) return unavailable('The database cannot be reached.')
  return error instanceof Error && /password/i.test(error.message)
    ? unavailable('The database requires a password.')
    : databaseError(error, '', MEANINGS, place)
}

/**
 * Whether the server has no connection left for this user, or is about to start: later attempts may succeed. Poolers have
 * one code for everything.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (/^(?:53300|57P03)$/.test(error.code ?? '') ||
    (error.code === '08P01' && /no more connections|login has been failing|cannot connect/.test(error.message)))

/** Whether the connection failed, not the statement. */
export const isLoss = (error: unknown): boolean =>
  error instanceof DatabaseError ? /^(?:57P|08|25P03)/.test(error.code ?? '') : isOfConnection(error)

/** Whether a transaction was rolled back because of others: it may succeed if it is repeated. */
export const isConflictError = (error: unknown): boolean =>
  error instanceof DatabaseError && /^40(?:001|P01)$/.test(error.code ?? '')

/** Whether a translated error is about a lock that others had for too long. */
export const isLockError = (error: unknown): boolean =>
  error instanceof StoreError &&
  error.cause instanceof DatabaseError &&
  /^(?:55P03|40P01)$/.test(error.cause.code ?? '')

const UNIQUE = '23505'

/** The meaning of SQLSTATE codes, by prefix: https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const MEANINGS: Meanings = [
  ['57014', ['timeout', 'The query takes too long.']],
  ['55P03', ['unavailable', 'The database is locked by another process.']],
  ['40', ['unavailable', 'The database has rolled the transaction back.']],
  ['53100', ['full', 'There is no space left for the database.']],
  ['53', ['unavailable', 'The database has no resources left.']],
  ['57P', ['unavailable', 'The database shuts down or starts.']],
  ['25P03', ['unavailable', 'The transaction paused for too long.']],
  ['08', ['unavailable', 'The connection to the database has failed.']],
  ['28', ['unavailable', 'The database refuses the user.']],
  ['3D', ['unavailable', 'The database does not exist.']],
  ['25006', ['unavailable', 'The database cannot be written.']],
]

const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error && error.syscall === 'open'

/** Errors of the network have a code; those of the driver are only known by their texts. */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  ('syscall' in error || 'errors' in error || /connect|terminated|not queryable|closed/i.test(error.message))

/** The detail contains the columns of the violated index in parentheses; the conflict is reported for the last one. */
const conflictingColumn = (detail: string | undefined): string | undefined =>
  /\(([^()]*)\)=\(/
    .exec(detail ?? '')?.[1]
    ?.split(', ')
    .at(-1)
