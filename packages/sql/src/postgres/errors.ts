import { StoreError, type StoreErrorCode } from '@platen/site'
import { DatabaseError } from 'pg'
import { fieldOfColumn } from '../tables.js'

/** Translates any error of PostgreSQL, its driver or the network to a `StoreError`. */
export function translateError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  if (!(error instanceof DatabaseError)) {
    return isOfConnection(error)
      ? new StoreError('unavailable', 'The database cannot be reached.', { cause: error })
      : new StoreError(...UNKNOWN, { cause: error })
  }
  const code = error.code ?? ''
  if (code === '23505') {
    const field = conflictingField(error.detail)
    const message = `Another record has the same ${field ?? 'value'}.`
    return new StoreError('conflict', message, { cause: error, ...(field !== undefined && { field }) })
  }
  const [meaning, message] = MEANINGS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? UNKNOWN
  return new StoreError(meaning, message, { cause: error })
}

type Meaning = readonly [code: StoreErrorCode, message: string]

const UNKNOWN: Meaning = ['failed', 'The database failed.']

/** The meaning of SQLSTATE codes, by prefix: https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const MEANINGS: readonly (readonly [prefix: string, meaning: Meaning])[] = [
  ['57014', ['timeout', 'The query takes too long.']],
  ['55P03', ['unavailable', 'The database is locked by another process.']],
  ['40', ['unavailable', 'The database has rolled the transaction back.']],
  ['53100', ['full', 'There is no space left for the database.']],
  ['53', ['unavailable', 'The database has no resources left.']],
  ['57P', ['unavailable', 'The database shuts down or starts.']],
  ['08', ['unavailable', 'The connection to the database has failed.']],
  ['28', ['unavailable', 'The database refuses the user.']],
  ['3D', ['unavailable', 'The database does not exist.']],
  ['25006', ['unavailable', 'The database cannot be written.']],
]

/** Errors of the network have a code; those of the driver are only known by their texts. */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  ('syscall' in error || 'errors' in error || /connect|terminated|not queryable/i.test(error.message))

/** The detail contains the columns of the violated index in parentheses; the conflict is reported for the last one. */
function conflictingField(detail: string | undefined): string | undefined {
  const [, columns] = /\(([^()]*)\)=\(/.exec(detail ?? '') ?? []
  const column = columns?.split(', ').at(-1)
  return column === undefined ? undefined : fieldOfColumn(column)
}
