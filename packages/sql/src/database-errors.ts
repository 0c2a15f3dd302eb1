import { StoreError, type StoreErrorCode } from '@platen/storage'
import { fieldOfColumn } from './tables.js'

/** What an error of a database means. */
export type Meaning = readonly [code: StoreErrorCode, message: string]

/** The meanings of codes that begin in the same way. */
export type Meanings = readonly (readonly [prefix: string, meaning: Meaning])[]

const UNKNOWN: Meaning = ['failed', 'The database failed.']

/** The error of a database with a code, as a `StoreError`; `place` is its file, or its URL without the password. */
export function databaseError(cause: unknown, code: string, meanings: Meanings, place: string): StoreError {
  const [meaning, message] = meanings.find(([prefix]) => code.startsWith(prefix))?.[1] ?? UNKNOWN
  return new StoreError(meaning, `${place}: ${message}`, { cause })
}

/** Names the database in an error that has no driver behind it, such as one about the schema. */
export function withPlace(error: unknown, place: string | undefined): unknown {
  if (!(error instanceof StoreError) || place === undefined || error.message.startsWith(`${place}: `)) return error
  const { field } = error
  return new StoreError(error.code, `${place}: ${error.message}`, {
    cause: error.cause ?? error,
    ...(field !== undefined && { field }),
  })
}

/** The error for a write that breaks a unique key, whose last column is given if it is known. */
export function conflictError(cause: unknown, column: string | undefined): StoreError {
  const field = column === undefined ? undefined : fieldOfColumn(column)
  const message = `Another record has the same ${field ?? 'value'}.`
  return new StoreError('conflict', message, { cause, ...(field !== undefined && { field }) })
}
