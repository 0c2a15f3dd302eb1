import type { AnyRecord } from '@platen/storage'

/** Changes to records of a table. */
export interface Change {
  /** The fields that may have changed; without it, records may also have been added or removed. */
  readonly fields?: readonly string[] | undefined
  /** The written record, if it was only one; without it, the records are unknown. */
  readonly images?: (() => Images) | undefined
}

/** A record before and after a write, if it existed, with at least the fields of plain columns. */
export interface Images {
  readonly before?: AnyRecord
  readonly after?: AnyRecord
}

/** One record of a table that was written, before and after, with the fields that matter. */
export interface PendingChange {
  readonly table: string
  readonly before: AnyRecord | undefined
  readonly after: AnyRecord | undefined
}

/** The changes of a write; empty if there are none. */
export interface TableChanges {
  readonly table: string
  readonly changes: readonly Change[]
}

/** The changes by table name; `undefined` if there are too many to track. */
export type Changes = ReadonlyMap<string, readonly Change[] | undefined>

/** Some records of a table have changed in an unknown way. */
export const UNKNOWN: Change = Object.freeze({})

/** The maximum number of tracked changes of a table until the commit. */
export const MAX_CHANGES = 100

/** The changes of a transaction so far. */
export interface ChangeLog {
  readonly tables: Changes
  /** Whether all writes have reported their changes. */
  readonly isComplete: boolean
  /** Adds the changes of a write; if it does not report them, anything may have changed. */
  add(written: TableChanges | undefined): void
}

/** Creates an empty log. */
export function createChangeLog(): ChangeLog {
  const tables = new Map<string, readonly Change[] | undefined>()
  let isComplete = true
  return {
    tables,
    get isComplete() {
      return isComplete
    },
    add(written) {
      if (written === undefined) {
        isComplete = false
        return
      }
      const { table, changes } = written
      const known = tables.has(table) ? tables.get(table) : []
      if (changes.length === 0 || known === undefined) return
      const isTooMuch = known.length + changes.length > MAX_CHANGES
      tables.set(table, isTooMuch ? undefined : known.concat(changes))
    },
  }
}
