import { groupBy } from '@platen/core'
import type { Tx } from './tx.js'

/**
 * Removes the data of a feature about records that are about to be removed, in the same transaction: for all of them at
 * once, because they may be thousands.
 */
export type Removal<R, D> = (tx: Tx, records: readonly R[]) => Promise<D>

/** The removals that features add, by the type or taxonomy of the records. */
export interface Removals<R, D> {
  /** Adds a removal for the records of one kind, or without `kind` for all of them. */
  add(removal: Removal<R, D>, kind?: string): void
  /** Runs the removals for records, in the order in which they were added, and resolves with their results. */
  run(tx: Tx, records: readonly R[], kindOf: (record: R) => string): Promise<readonly D[]>
}

export function createRemovals<R, D = void>(): Removals<R, D> {
  const all: { readonly removal: Removal<R, D>; readonly kind: string | undefined }[] = []
  return {
    add: (removal, kind) => void all.push({ removal, kind }),
    async run(tx, records, kindOf) {
      const byKind = groupBy(records, kindOf)
      const results: D[] = []
      for (const { removal, kind } of all) {
        const some = kind === undefined ? records : (byKind.get(kind) ?? [])
        if (some.length > 0) results.push(await removal(tx, some))
      }
      return results
    },
  }
}
