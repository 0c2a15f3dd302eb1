import type { Tx } from './tx.js'

/** Removes what a feature stores about a record that is about to be removed, in the same transaction. */
export type Removal<R> = (tx: Tx, record: R) => Promise<void>

/** The removals that features add, by the type or taxonomy of the record. */
export interface Removals<R> {
  /** Adds a removal for the records of one kind, or without `kind` for all of them. */
  add(removal: Removal<R>, kind?: string): void
  /** Runs the removals for a record, in the order in which they were added. */
  run(tx: Tx, record: R, kind: string): Promise<void>
}

export function createRemovals<R>(): Removals<R> {
  const all: { readonly removal: Removal<R>; readonly kind: string | undefined }[] = []
  return {
    add: (removal, kind) => void all.push({ removal, kind }),
    async run(tx, record, kind) {
      for (const each of all) if (each.kind === undefined || each.kind === kind) await each.removal(tx, record)
    },
  }
}
