import type { CollectionDefinition, CollectionOf, Store, StoreSession, StoreTransaction } from '@platen/storage'

/** A store or transaction with some methods of one collection replaced. The transactions of a store stay as they are. */
export const withCollection = <S extends StoreSession, D extends CollectionDefinition>(
  session: S,
  definition: D,
  replace: (inner: CollectionOf<D>) => Partial<CollectionOf<D>>,
): S => ({
  ...session,
  collection: opened =>
    opened.name === definition.name
      ? { ...session.collection(opened), ...replace(session.collection(definition)) }
      : session.collection(opened),
})

/** A store whose transactions have other contents. */
export const withTransactions = (store: Store, change: (contents: StoreTransaction) => StoreTransaction): Store => ({
  ...store,
  transaction: (work, options) => store.transaction(contents => work(change(contents)), options),
})
