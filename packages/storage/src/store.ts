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

/** The session of a transaction. */
export interface StoreTransaction extends StoreSession {
  /**
   * Waits until no other concurrent transaction holds one of these keys, and holds them until this transaction ends. What
   * is read afterwards includes what the others have committed. Keys are any texts. Stores whose transactions run one after
   * the other, and transactions that are not concurrent, need not wait.
   */
  lock(keys: readonly string[]): Promise<void>
}

/** How a transaction runs and is committed. */
export interface TransactionOptions {
  /**
   * Allows the store to run the transaction beside other concurrent ones, of this and other processes; all other
   * transactions run alone. Each read sees what others have committed before it, and the store may run `work` again if the
   * transaction conflicts with another: it must be repeatable. Use it for transactions that lock what they decide by (see
   * `lock`), and that use `increment` for counts. `false` by default.
   */
  readonly concurrent?: boolean
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

/**
 * Is called with the names of the collections that decide the result of a read (`options` for the options), before it; with
 * `undefined` if it may be any.
 */
export type ReadListener = (names: Iterable<string> | undefined) => void

/** How far the change of a collection has come: how many of its indexes exist, or up to which id records were changed. */
export interface PrepareProgress {
  readonly collection: string
  readonly step: 'records' | 'indexes'
  readonly done: number
  readonly total: number
}

/** Options of `Store.prepare`. */
export interface PrepareOptions {
  /** Is called while the store changes large collections. */
  readonly onProgress?: ((progress: PrepareProgress) => void) | undefined
}

/** Stores the records of a site. A write that violates a unique key fails with the code `conflict`. */
export interface Store extends StoreSession {
  /**
   * Creates missing collections and applies pending migrations, in one transaction; repeated or concurrent calls change
   * nothing. A store may change large collections without pending migrations in several transactions, while other processes
   * read and write them; if it is interrupted, the next call continues. Records of collections that are no longer declared remain. Rejects with a `StoreError` (`unavailable`) for
   * a collection that a later version has migrated, and with any error of a migration.
   */
  prepare(definitions: readonly CollectionDefinition[], options?: PrepareOptions): Promise<void>
  /**
   * Commits all writes of `work` if it resolves, none if it rejects. Writes must use the session `tx`, and are
   * invisible outside until the commit. Transactions run one after the other, but for `concurrent` ones, and cannot be
   * nested.
   */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * The number of the last commit that changed one of the collections with these names (`options` for the options);
   * without names, of the last commit. What was read after revision r of everything is current as long as the revision of
   * what it was read from is at most r. Commits of other processes are visible within milliseconds. `NaN`, which is equal
   * to no revision, while the store cannot learn of them.
   */
  revision(names?: Iterable<string>): number
  /**
   * Calls `listener` before each read outside of transactions; returns a function that removes it. To ask for the revision of
   * collections is to read them, since the caller may use what it has read before; a transaction may read anything. Caches
   * depend on it; without this method, what they contain depends on everything. See `observable`.
   */
  onRead?(listener: ReadListener): () => void
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
