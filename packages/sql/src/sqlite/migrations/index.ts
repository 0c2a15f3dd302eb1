import { tables } from './0001-tables.js'
import { textSearch } from './0002-text-search.js'
import { growingSites } from './0003-growing-sites.js'

/** A step of the schema. What was released is never changed: what comes later is a step of its own. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

/** All steps, in order. */
export const migrations: readonly Migration[] = Object.freeze([
  { number: 1, name: 'tables', sql: tables },
  { number: 2, name: 'text search', sql: textSearch },
  { number: 3, name: 'growing sites', sql: growingSites },
])
