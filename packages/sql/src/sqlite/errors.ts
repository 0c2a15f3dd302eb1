import { StoreError, type StoreErrorCode } from '@platen/site'
import Database from 'better-sqlite3'
import { fieldOfColumn } from '../tables.js'

const codeOf = (error: unknown): string | undefined => (error instanceof Database.SqliteError ? error.code : undefined)

/** Whether another connection holds a lock that may be released later. */
export const isBusy = (error: unknown): boolean => codeOf(error)?.startsWith('SQLITE_BUSY') === true

/** Translates any error of SQLite or its driver to a `StoreError`. */
export function translateError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const code = codeOf(error) ?? ''
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    const field = conflictingField(error instanceof Error ? error.message : '')
    const message = `Another record has the same ${field ?? 'value'}.`
    return new StoreError('conflict', message, { cause: error, ...(field !== undefined && { field }) })
  }
  const [meaning, message] = MEANINGS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? UNKNOWN
  return new StoreError(meaning, message, { cause: error })
}

type Meaning = readonly [code: StoreErrorCode, message: string]

const UNKNOWN: Meaning = ['failed', 'The database failed.']

/** The meaning of SQLite codes, by prefix. */
const MEANINGS: readonly (readonly [prefix: string, meaning: Meaning])[] = [
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
function conflictingField(message: string): string | undefined {
  const [, column] = message.split(/[ ,]+/).at(-1)?.split('.') ?? []
  return column === undefined ? undefined : fieldOfColumn(column)
}
