import { StoreError } from '@platen/storage'
import { conflictError, databaseError, type Meanings } from '../database-errors.js'

/** The code of an error of SQLite; `undefined` for others, such as those of the driver itself. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'SqliteError' && 'code' in error ? String(error.code) : undefined

/** Whether another connection holds a lock that may be released later. */
export const isBusy = (error: unknown): boolean => codeOf(error)?.startsWith('SQLITE_BUSY') === true

/** Translates any error of SQLite or its driver to a `StoreError` that names the file. */
export function translateError(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error
  const code = codeOf(error) ?? ''
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
    ? conflictError(error, conflictingColumn(error instanceof Error ? error.message : ''))
    : databaseError(error, code, MEANINGS, path)
}

/** The meaning of SQLite codes, by prefix. */
const MEANINGS: Meanings = [
  ['SQLITE_BUSY', ['unavailable', 'The database is locked by another process.']],
  ['SQLITE_LOCKED', ['unavailable', 'The database is locked by another connection.']],
  ['SQLITE_CANTOPEN', ['unavailable', 'The database file cannot be opened.']],
  ['SQLITE_READONLY', ['unavailable', 'The database file cannot be written.']],
  ['SQLITE_FULL', ['full', 'There is no space left for the database.']],
  ['SQLITE_IOERR', ['failed', 'The database file cannot be read or written.']],
  ['SQLITE_NOTADB', ['failed', 'The file is not a database.']],
  ['SQLITE_CORRUPT', ['failed', 'The database file is damaged.']],
]

/** The message names the columns of the violated index as `table.column`; the conflict is reported for the last one. */
const conflictingColumn = (message: string): string | undefined => message.split(/[ ,]+/).at(-1)?.split('.')[1]
