import { collections, createMutex, type Store, type StoreContents, StoreError } from '@platen/site'
import { type Contents, createContentsLayer, createRoot } from './contents.js'
import { kindOf } from './kind.js'
import { type Access, openContents } from './open-contents.js'
import { prepared } from './preparing.js'
import { createRows } from './rows.js'
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
  const kinds = Object.values(collections).map(kindOf)
  let root = createRoot(new Map(kinds.map(kind => [kind.definition.name, { kind, rows: createRows(kind.indexes) }])))
  const ids = createIds()
  const exclusive = createMutex()
  let revision = 0
  let closed = false

  const requireOpen = () => {
    if (closed) throw new StoreError('unavailable', 'The store is closed.')
  }
  const writeOn = <T>(below: Contents, work: (contents: Contents) => T): T => {
    const layer = createContentsLayer(below)
    const result = work(layer)
    if (layer.merge() && below === root) revision++
    return result
  }
  const outside: Access = {
    ids,
    contents() {
      requireOpen()
      return root
    },
    async write(work) {
      requireOpen()
      return exclusive(() => writeOn(root, work))
    },
  }

  async function transact<T>(work: (contents: StoreContents) => Promise<T>): Promise<T> {
    const layer = createContentsLayer(root)
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
    async prepare(definitions) {
      requireOpen()
      const isCurrent = () => definitions.every(each => root.collections.get(each.name)?.kind.definition === each)
      await exclusive(async () => {
        if (isCurrent()) return
        root = await prepared(root, ids, definitions)
        revision++
      })
    },
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
