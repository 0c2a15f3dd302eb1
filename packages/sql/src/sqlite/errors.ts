import { StoreError } from '@platen/site'
import Database from 'better-sqlite3'
import { fieldOfColumn } from '../tables.js'

const codeOf = (error: unknown): string | undefined => (error instanceof Database.SqliteError ? error.code : undefined)

/** Whether somebody else holds a lock that may be free later. */
export const isBusy = (error: unknown): boolean => codeOf(error)?.startsWith('SQLITE_BUSY') === true

/** What went wrong, as a store says it: whatever SQLite or its driver throws becomes a `StoreError`. */
export function translateError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const code = codeOf(error) ?? ''
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    const field = conflictingField(error instanceof Error ? error.message : '')
    const message = `Another record has the same ${field ?? 'value'}.`
    return new StoreError('conflict', message, { cause: error, ...(field !== undefined && { field }) })
  }
  return new StoreError('unavailable', reasonOf(code), { cause: error })
}

/** The message names the columns of the broken index, `table.column` each; the last is the one that tells records apart. */
function conflictingField(message: string): string | undefined {
  const [table, column] = message.split(/[ ,]+/).at(-1)?.split('.') ?? []
  return table === undefined || column === undefined ? undefined : fieldOfColumn(table, column)
}

function reasonOf(code: string): string {
  if (code.startsWith('SQLITE_BUSY')) return 'The database is locked by somebody else.'
  if (code.startsWith('SQLITE_CANTOPEN')) return 'The database file cannot be opened.'
  if (code === 'SQLITE_NOTADB') return 'The file is not a database.'
  if (code.startsWith('SQLITE_CORRUPT')) return 'The database file is damaged.'
  if (code.startsWith('SQLITE_READONLY')) return 'The database file cannot be written.'
  if (code === 'SQLITE_FULL') return 'There is no room left for the database.'
  return 'The database did not do what it was asked.'
}
