import type { AnyRecord } from '@platen/site'

/** What has become of records of a table. */
export interface Change {
  /** The fields that may differ; without them, records may have been added or removed, too. */
  readonly fields?: readonly string[] | undefined
  /** The one record that was written; without it, it is not known which they are. */
  readonly images?: (() => Images) | undefined
}

/** A record before and after a write, as far as it was there, with at least the fields of plain columns. */
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

/** What a write has changed: nothing, if there are no changes. */
export interface TableChanges {
  readonly table: string
  readonly changes: readonly Change[]
}

/** What was changed in tables by their names; `undefined` if it is too much to know. */
export type Changes = ReadonlyMap<string, readonly Change[] | undefined>

/** Some records of a table have changed, and it is not known how. */
export const UNKNOWN: Change = Object.freeze({})

/** How many changes of a table are remembered until they are committed. */
export const MAX_CHANGES = 100

/** What a transaction has changed so far. */
export interface ChangeLog {
  readonly tables: Changes
  /** Whether all writes have said what they change. */
  readonly isComplete: boolean
  /** Adds what a write has changed, which may be anything if it does not say so. */
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
