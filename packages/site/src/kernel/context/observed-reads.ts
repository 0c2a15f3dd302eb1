import { AsyncLocalStorage } from 'node:async_hooks'
import type { Store } from '@platen/storage'
import { registrationKey } from './registration-key.js'

/** A result, and whether everything that it was computed from is unchanged. */
export interface Observed<T> {
  readonly result: T
  isCurrent(): boolean
}

/** Runs `work`, and observes what it reads from the store. */
export type Observe = <T>(work: () => Promise<T>) => Promise<Observed<T>>

/** What has been read from a store: the names of collections, unless it may have been anything. */
interface Reads {
  readonly store: ObservedStore
  readonly names: Set<string>
  isAnything: boolean
  /** The observation that this one is part of. */
  readonly outer: Reads | undefined
}

type ObservedStore = Pick<Store, 'revision' | 'onRead'>

// One for all sites: Node keeps each for as long as the process lives, and passes its value on at each promise.
const current = new AsyncLocalStorage<Reads>()

/** Observes what work reads from the site's store, so that its result can be cached until that changes. */
export const observeReads = registrationKey('observed reads', ({ store }): Observe => createObserve(store), {
  isLasting: true,
})

function createObserve(store: ObservedStore): Observe {
  store.onRead?.(names => {
    for (let reads = current.getStore(); reads !== undefined; reads = reads.outer) {
      if (reads.store !== store) continue
      if (names === undefined) reads.isAnything = true
      else for (const name of names) reads.names.add(name)
    }
  })
  /** Returns `NaN` if the store fails: nothing is current then, and the next read reports the error. */
  const revision = (names?: Iterable<string>) => {
    try {
      return store.revision(names)
    } catch {
      return Number.NaN
    }
  }
  return async work => {
    const reads: Reads = { store, names: new Set(), isAnything: store.onRead === undefined, outer: current.getStore() }
    // What is committed later has a higher number, so that it does not matter whether it was read.
    const before = revision()
    const result = await current.run(reads, work)
    return { result, isCurrent: () => revision(reads.isAnything ? undefined : reads.names) <= before }
  }
}
