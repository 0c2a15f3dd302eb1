import { AsyncLocalStorage } from 'node:async_hooks'
import type { AnyCollection } from './collections/collection.js'
import type { CollectionDefinition, CollectionOf } from './collections/define-collection.js'
import { collectionsRead } from './queries/collections-read.js'
import type { OptionStore, Store } from './store.js'

/** What has been read: the names of collections, unless it may have been anything. */
interface Reads {
  readonly names: Set<string>
  isAnything: boolean
}

const OPTIONS = ['options']

/**
 * For stores: adds `observe` to a store. To ask for the revision of collections is to read them, since the caller may use
 * what it has read before; a transaction may read anything.
 */
export function observable(store: Store): Store {
  const current = new AsyncLocalStorage<Reads>()
  const onRead = (names?: Iterable<string>) => {
    const reads = current.getStore()
    if (reads === undefined) return
    if (names === undefined) reads.isAnything = true
    else for (const name of names) reads.names.add(name)
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
        // Few reads are observed, and none of the others should pay for it.
        found = observedCollection(collection, query => {
          if (current.getStore() !== undefined) onRead(collectionsRead(definition, query))
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
    async observe(work) {
      const reads: Reads = { names: new Set(), isAnything: false }
      const result = await current.run(reads, work)
      return { result, reads: reads.isAnything ? undefined : reads.names }
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
    tally(field, where, characters) {
      onQuery({ where })
      return collection.tally(field, where, characters)
    },
    related(ids, relations, limits) {
      onQuery({ with: relations })
      return collection.related(ids, relations, limits)
    },
  })
}

/** A result, and whether everything that it was computed from is unchanged. */
export interface Observed<T> {
  readonly result: T
  isCurrent(): boolean
}

/** Runs `work`, and observes what it reads through a store. */
export async function observeReads<T>(
  store: Pick<Store, 'revision' | 'observe'>,
  work: () => Promise<T>,
): Promise<Observed<T>> {
  // What is committed later has a higher number, so that it does not matter whether it was read.
  const before = revisionOf(store)
  const { result, reads } = store.observe ? await store.observe(work) : { result: await work(), reads: undefined }
  return { result, isCurrent: () => revisionOf(store, reads) <= before }
}

/** Returns `NaN` if the store fails: nothing is current then, and the next read reports the error. */
function revisionOf(store: Pick<Store, 'revision'>, names?: Iterable<string>): number {
  try {
    return store.revision(names)
  } catch {
    return Number.NaN
  }
}
