import {
  createChangeCounter,
  createMutex,
  observable,
  requireDistinct,
  type Store,
  StoreError,
  type StoreTransaction,
} from '@platen/storage'
import { type Access, openSession } from './open-session.js'
import { prepared } from './preparing.js'
import { createBaseSession, createSessionOverlay, type Session } from './session.js'
import { sizeOf } from './size.js'
import { createIds } from './writing.js'

/**
 * Creates an empty store in memory. It is the reference implementation of stores; its records are lost when the process
 * ends.
 *
 * ```ts
 * const store = createMemoryStore()
 * await store.options.set('title', 'My site')
 * ```
 */
export function createMemoryStore(): Store {
  let base = createBaseSession()
  const ids = createIds()
  const exclusive = createMutex()
  const changes = createChangeCounter()
  let closed = false

  const requireOpen = () => {
    if (closed) throw new StoreError('unavailable', 'The store is closed.')
  }
  const writeOn = <T>(below: Session, work: (session: Session) => T): T => {
    const overlay = createSessionOverlay(below)
    const result = work(overlay)
    const changed = overlay.merge()
    if (changed.length > 0 && below === base) changes.committed(changed)
    return result
  }
  const outside: Access = {
    ids,
    session() {
      requireOpen()
      return base
    },
    async write(work) {
      requireOpen()
      return exclusive(() => writeOn(base, work))
    },
  }

  async function transact<T>(work: (session: StoreTransaction) => Promise<T>): Promise<T> {
    const overlay = createSessionOverlay(base)
    let over = false
    const current = () => {
      if (over) throw new StoreError('unavailable', 'The transaction is over.')
      return overlay
    }
    try {
      const inside: Access = { ids, session: current, write: async step => writeOn(current(), step) }
      const result = await work({ ...openSession(inside), lock: async () => void current() })
      const changed = overlay.merge()
      if (changed.length > 0) changes.committed(changed)
      return result
    } finally {
      over = true
    }
  }

  return observable({
    ...openSession(outside),
    async prepare(definitions) {
      requireOpen()
      requireDistinct(definitions)
      await exclusive(async () => {
        const outdated = definitions.filter(each => base.collections.get(each.name)?.kind.definition !== each)
        if (outdated.length === 0) return
        base = await prepared(base, ids, outdated)
        changes.committed()
      })
    },
    async transaction(work) {
      requireOpen()
      return exclusive(() => transact(work))
    },
    revision(names) {
      requireOpen()
      return changes.last(names)
    },
    server: 'memory',
    async size() {
      requireOpen()
      return sizeOf(base)
    },
    async close() {
      closed = true
      await exclusive(() => undefined)
    },
  })
}
