import { createMemoryStore } from '@platen/memory'
import {
  type AnyCollection,
  type CollectionDefinition,
  type Store,
  type StoreSession,
  storeSession,
} from '@platen/storage'

/** What is wrong with the collections of a store, and with the store itself. */
export interface Faults {
  readonly collection?: (collection: AnyCollection) => Partial<AnyCollection>
  readonly store?: (store: Store) => Partial<Store>
}

/** Creates a store in memory with faults. */
export function brokenStore({ collection: breakCollection, store: breakStore }: Faults): Store {
  const store = createMemoryStore()
  const definitions = new Map<string, CollectionDefinition>()
  const broken = (session: StoreSession) => {
    const open = (name: string): AnyCollection => {
      const definition = definitions.get(name)
      if (definition === undefined) throw new TypeError(`The store was not prepared for "${name}".`)
      const collection: AnyCollection = session.collection(definition)
      return { ...collection, ...breakCollection?.(collection) }
    }
    return storeSession(open, session.options)
  }
  const wrapped: Store = {
    ...store,
    ...broken(store),
    async prepare(prepared) {
      await store.prepare(prepared)
      for (const definition of prepared) definitions.set(definition.name, definition)
    },
    transaction: (work, options) => store.transaction(tx => work({ ...broken(tx), lock: tx.lock }), options),
  }
  return { ...wrapped, ...breakStore?.(wrapped) }
}
