import type { AnyCollection } from './collections/collection.js'
import type { CollectionDefinition, CollectionOf } from './collections/define-collection.js'

/** Named JSON values: settings and other state of the site. */
export interface OptionStore {
  get(name: string): Promise<unknown>
  /** All options; often the same map as before if none has changed. */
  all(): Promise<ReadonlyMap<string, unknown>>
  set(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<boolean>
}

/** The collections and options of a store, as one caller sees them: committed data, or the data of one transaction. */
export interface StoreSession {
  readonly options: OptionStore
  /** A collection that the store was prepared for; throws a `TypeError` for others. */
  collection<D extends CollectionDefinition>(definition: D): CollectionOf<D>
}

/** For stores: throws a `TypeError` for collections that cannot be in the same store, two with the same name. */
export function requireDistinct(definitions: readonly CollectionDefinition[]): void {
  const byName = new Map<string, CollectionDefinition>()
  for (const definition of definitions) {
    const other = byName.get(definition.name) ?? definition
    if (other !== definition) throw new TypeError(`Two collections are named "${definition.name}".`)
    byName.set(definition.name, definition)
  }
}

/** For stores: creates a session from a function that opens a collection by name. */
export const storeSession = (open: (name: string) => AnyCollection, options: OptionStore): StoreSession =>
  Object.freeze({
    options,
    // Stores return untyped records: their types are in the declarations.
    collection: <D extends CollectionDefinition>({ name }: D) => open(name) as unknown as CollectionOf<D>,
  })

/** How a transaction is committed. */
export interface TransactionOptions {
  /**
   * Allows the store to commit it together with others that run at the same time, with one sync of the disk for all.
   * Each still succeeds or fails alone, and resolves after the commit. Use it for short transactions, because the
   * transactions before it wait for it: SQLite refuses one that makes them wait longer than `busyTimeout`. `false` by
   * default.
   */
  readonly grouped?: boolean
  /**
   * Declares that the transaction inserts many records, which a store may index together before the commit: SQLite does
   * this for searched texts if it has at most 1,000 of them. All reads of the transaction are still correct, but text
   * searches may take longer. Such a transaction is never committed together with others. `false` by default.
   */
  readonly bulk?: boolean
}

/** Stores the records of a site. A write that violates a unique key fails with the code `conflict`. */
export interface Store extends StoreSession {
  /**
   * Creates missing collections and applies pending migrations, in one transaction; repeated or concurrent calls change
   * nothing. Records of collections that are no longer declared remain. Rejects with a `StoreError` (`unavailable`) for
   * a collection that a later version has migrated, and with any error of a migration.
   */
  prepare(definitions: readonly CollectionDefinition[]): Promise<void>
  /**
   * Commits all writes of `work` if it resolves, none if it rejects. Writes must use the session `tx`, and are
   * invisible outside until the commit. Transactions run one after the other and cannot be nested.
   */
  transaction<T>(work: (tx: StoreSession) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Changes after every write; writes of other processes are visible within milliseconds. Caches depend on it. */
  revision(): number
  /** The database and its version, such as `SQLite 3.50.4`; for display. */
  readonly server?: string | undefined
  /** Returns the approximate size of the stored data in bytes; without this method, the size is unknown. */
  size?(): Promise<number>
  /**
   * Reorganizes structures that make writes slow, such as an index of many texts that were stored at once. It works in
   * small steps, while the store stays in use. Resolves with whether there was anything to do. Stores that never need
   * it omit this method.
   */
  optimize?(): Promise<boolean>
  /** Releases the resources of the store. */
  close(): Promise<void>
}
