import { createMutex, type Store, type StoreContents, StoreError } from '@platen/site'
import { type Access, openContents } from './collection.js'
import { type Contents, createContents, layContents } from './contents.js'
import { createIds } from './writing.js'

/**
 * Creates an empty store that keeps its records in memory. It defines how stores behave; its contents end with it.
 *
 * ```ts
 * const store = createMemoryStore()
 * await store.options.set('title', 'My site')
 * ```
 */
export function createMemoryStore(): Store {
  const contents = createContents()
  const ids = createIds()
  const exclusive = createMutex()
  let revision = 0
  let closed = false

  const requireOpen = () => {
    if (closed) throw new StoreError('unavailable', 'The store is closed.')
  }
  const writeOn = <T>(below: Contents, work: (contents: Contents) => T): T => {
    const layer = layContents(below)
    const result = work(layer)
    if (layer.merge() && below === contents) revision++
    return result
  }
  const outside: Access = {
    ids,
    contents() {
      requireOpen()
      return contents
    },
    async write(work) {
      requireOpen()
      return exclusive(() => writeOn(contents, work))
    },
  }

  async function transact<T>(work: (contents: StoreContents) => Promise<T>): Promise<T> {
    const layer = layContents(contents)
    let over = false
    const current = () => {
      if (over) throw new StoreError('unavailable', 'The transaction is over.')
      return layer
    }
    try {
      const inside: Access = { ids, contents: current, write: async step => writeOn(current(), step) }
      const result = await work(openContents(inside))
      if (layer.merge()) revision++
      return result
    } finally {
      over = true
    }
  }

  return Object.freeze<Store>({
    ...openContents(outside),
    async transaction(work) {
      requireOpen()
      return exclusive(() => transact(work))
    },
    revision() {
      requireOpen()
      return revision
    },
    async close() {
      closed = true
      await exclusive(() => undefined)
    },
  })
}
