import { type CollectionName, collections } from '../features/built-in-collections.js'
import type { AnyCollection, Collection } from './collection.js'
import type { CollectionDefinition, NewRecordOf, RecordOf, RelationsOf } from './define-collection.js'

/** Named JSON values: settings and whatever else the site remembers about itself. */
export interface OptionStore {
  get(name: string): Promise<unknown>
  /** All of them; often the same map as before while none has changed. */
  all(): Promise<ReadonlyMap<string, unknown>>
  set(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<boolean>
}

/** The records of a collection, as its declaration types them. */
export type CollectionOf<D extends CollectionDefinition> = Collection<RecordOf<D>, RelationsOf<D>, NewRecordOf<D>>

/** A store's collections and options, as its callers see them: committed ones, or those of one transaction. */
export type StoreSession = { readonly [N in CollectionName]: CollectionOf<(typeof collections)[N]> } & {
  readonly options: OptionStore
  /** Any collection that the store was prepared for; throws a `TypeError` for others. */
  collection<D extends CollectionDefinition>(definition: D): CollectionOf<D>
}

/** Throws a `TypeError` for collections that cannot be in one store: two of one name, of which one may be built in. */
export function requireDistinct(definitions: readonly CollectionDefinition[]): void {
  const byName = new Map<string, CollectionDefinition>(Object.entries(collections))
  for (const definition of definitions) {
    const other = byName.get(definition.name)
    if (other !== undefined && other !== definition)
      throw new TypeError(`Two collections are named "${definition.name}".`)
    byName.set(definition.name, definition)
  }
}

/** Creates a session from a function that opens a collection by name; for implementations of stores. */
export function storeSession(open: (name: string) => AnyCollection, options: OptionStore): StoreSession {
  const named = Object.keys(collections).map(name => [name, open(name)])
  const collection = ({ name }: CollectionDefinition) => open(name)
  // Stores hold records without types: what each collection holds was declared.
  return Object.freeze({ ...Object.fromEntries(named), options, collection }) as unknown as StoreSession
}

/** How a transaction is committed. */
export interface TransactionOptions {
  /**
   * Allows the store to commit it together with others that run at the same time, with one sync of the disk for all. Each
   * still succeeds or fails alone, and resolves after the commit. For short transactions, because those before it wait for
   * it: SQLite refuses one that makes them wait longer than `busyTimeout`. `false` by default.
   */
  readonly grouped?: boolean
  /**
   * Says that the transaction inserts many records, which a store may index together before the commit: SQLite does so
   * with texts to search in while it has at most 1,000 of them. All that the transaction reads is right nevertheless, but
   * searching in texts may take longer. Such a transaction is never committed with others. `false` by default.
   */
  readonly bulk?: boolean
}

/** Where a site stores its records. A write that would break a unique key fails with the code `conflict`. */
export interface Store extends StoreSession {
  /**
   * Creates missing collections and applies pending migrations, in one transaction; repeated or concurrent calls change
   * nothing. Records of collections that are no longer declared stay. Rejects with a `StoreError` (`unavailable`) for a
   * collection that a later version has migrated, and with what a migration throws.
   */
  prepare(definitions: readonly CollectionDefinition[]): Promise<void>
  /**
   * Commits all writes of `work` when it resolves, none when it rejects. They must use the session `tx`, and are
   * invisible outside until then. Transactions run one after the other and do not nest.
   */
  transaction<T>(work: (tx: StoreSession) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Changes after every write; those of other processes show within milliseconds. Caches depend on it. */
  revision(): number
  /** The server that holds the records, with its version, such as `SQLite 3.50.4`; for people. */
  readonly server?: string | undefined
  /** The approximate size in bytes of what is stored; without it, the size is unknown. */
  size?(): Promise<number>
  /**
   * Puts in order what makes writes slow, such as an index of many texts that were stored at once, in small steps: the store
   * is in use meanwhile. Resolves with whether there was anything to do. Without it, there never is.
   */
  optimize?(): Promise<boolean>
  /** Releases what the store holds. */
  close(): Promise<void>
}
