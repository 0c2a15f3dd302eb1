import type { AnyCollection } from './collections/collection.js'
import type { CollectionDefinition, CollectionOf } from './collections/define-collection.js'
import { collectionsRead } from './queries/collections-read.js'
import type { OptionStore, ReadListener, Store } from './store.js'

const OPTIONS = ['options']

/** For stores: adds `onRead` to a store. */
export function observable(store: Store): Store {
  const listeners = new Set<ReadListener>()
  const onRead = (names?: Iterable<string>) => {
    for (const listener of listeners) listener(names)
  }
  const observed = new WeakMap<AnyCollection, AnyCollection>()
  const { options } = store
  return Object.freeze<Store>({
    ...store,
    collection<D extends CollectionDefinition>(definition: D): CollectionOf<D> {
      // Stores return untyped records: their types are in the declarations.
      const collection = store.collection(definition) as unknown as AnyCollection
      let found = observed.get(collection)
      if (found === undefined) {
        found = observedCollection(collection, query => {
          if (listeners.size > 0) onRead(collectionsRead(definition, query))
        })
        observed.set(collection, found)
      }
      return found as unknown as CollectionOf<D>
    },
    options: Object.freeze<OptionStore>({
      ...options,
      get(name) {
        onRead(OPTIONS)
        return options.get(name)
      },
      all() {
        onRead(OPTIONS)
        return options.all()
      },
    }),
    transaction(work, given) {
      onRead()
      return store.transaction(work, given)
    },
    revision(names) {
      onRead(names)
      return store.revision(names)
    },
    onRead(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
}

/** A query that matches all records. */
const WHOLE = Object.freeze({})

function observedCollection(
  collection: AnyCollection,
  onQuery: (query: Parameters<typeof collectionsRead>[1]) => void,
): AnyCollection {
  return Object.freeze<AnyCollection>({
    ...collection,
    get(id) {
      onQuery(WHOLE)
      return collection.get(id)
    },
    find(query) {
      onQuery(query)
      return collection.find(query)
    },
    first(query) {
      onQuery(query)
      return collection.first(query)
    },
    pick(fields, query) {
      onQuery(query)
      return collection.pick(fields, query)
    },
    count(where) {
      onQuery({ where })
      return collection.count(where)
    },
    distinct(field, where) {
      onQuery({ where })
      return collection.distinct(field, where)
    },
    tally(field, where, characters, limit) {
      onQuery({ where })
      return collection.tally(field, where, characters, limit)
    },
    related(ids, relations, limits) {
      onQuery({ with: relations })
      return collection.related(ids, relations, limits)
    },
  })
}
