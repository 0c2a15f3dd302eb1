import { StoreError } from '@platen/storage'
import type { Connection } from './client.js'
import { isRefusal } from './errors.js'

/** Connections that are used by one task at a time. */
export interface Pool {
  /** Waits for a free connection, or opens one. `isNew`: it was opened after the call. */
  take(): Promise<{ readonly connection: Connection; readonly isNew: boolean }>
  /** Makes a connection free again, or closes it. */
  release(connection: Connection, isBroken?: boolean): void
  /** Replaces all connections, those in use when they are released. */
  renew(): void
  /** The open connections. */
  connections(): Iterable<Connection>
  /** Waits up to `timeout` milliseconds for connections in use, then closes them. */
  close(timeout: number): Promise<void>
}

export interface PoolOptions {
  readonly open: () => Promise<Connection>
  readonly max: number
  /** How long a task waits for a connection, in milliseconds. */
  readonly timeout: number
}

/**
 * How long a free connection stays open, in milliseconds: less than others wait for one by default. The last one does: a
 * server may refuse the next.
 */
const IDLE = 3000
/** How long after the server has refused a connection the next one is opened, in milliseconds. */
const RETRY = 250
/** The same as long as there are others. */
const RETRY_MORE = 1000

interface Waiting {
  readonly since: number
  readonly resolve: (taken: Awaited<ReturnType<Pool['take']>>) => void
  readonly reject: (error: unknown) => void
}

const closedError = () => new StoreError('unavailable', 'The store is closed.')

/** Unlike the pool of the driver, it waits when the server has no connections left, and ends even if the network is dead. */
export function createPool({ open, max, timeout }: PoolOptions): Pool {
  /** All that are not closed yet, with the times at which their opening began. */
  const live = new Map<Connection, number>()
  const usable = new Set<Connection>()
  const stale = new WeakSet<Connection>()
  const idle = new Map<Connection, NodeJS.Timeout>()
  const waiting = new Set<Waiting>()
  let opening = 0
  let refusal: unknown
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const assign = () => {
    for (const waiter of waiting) {
      const connection = [...idle.keys()].at(-1)
      if (connection === undefined) break
      clearTimeout(idle.get(connection))
      idle.delete(connection)
      waiting.delete(waiter)
      waiter.resolve({ connection, isNew: (live.get(connection) ?? 0) >= waiter.since })
    }
    // While the server refuses connections, only one is tried.
    const most = refusal === undefined ? waiting.size : 1
    while (retry === undefined && opening < Math.min(most, waiting.size) && usable.size + opening < max) openOne()
  }

  const forget = (connection: Connection) => {
    usable.delete(connection)
    clearTimeout(idle.get(connection))
    idle.delete(connection)
  }

  const drop = (connection: Connection) => {
    forget(connection)
    connection.close()
  }

  const makeIdle = (connection: Connection) => {
    if (isClosed || stale.has(connection)) drop(connection)
    else if (usable.has(connection)) {
      const timer = setTimeout(() => {
        if (usable.size > 1) drop(connection)
      }, IDLE)
      idle.set(connection, timer.unref())
    }
    assign()
  }

  /** Gives up one of several connections until then: another process that needs one may have none at all. */
  const waitAfterRefusal = () => {
    const [surplus] = usable.size > 1 ? (idle.size > 0 ? idle.keys() : usable) : []
    const after = usable.size > 0 ? RETRY_MORE : RETRY
    retry = setTimeout(() => {
      retry = undefined
      assign()
    }, after)
    if (surplus && idle.has(surplus)) drop(surplus)
    else if (surplus) stale.add(surplus)
  }

  const openOne = () => {
    const from = performance.now()
    opening++
    open().then(
      connection => {
        opening--
        refusal = undefined
        live.set(connection, from)
        usable.add(connection)
        connection.ended.then(() => {
          live.delete(connection)
          forget(connection)
          assign()
        })
        makeIdle(connection)
      },
      (error: unknown) => {
        opening--
        if (isRefusal(error)) {
          refusal = error
          if (retry === undefined) waitAfterRefusal()
        } else {
          // Later tasks may have better luck.
          const [first] = waiting
          if (first && first.since <= from) {
            waiting.delete(first)
            first.reject(error)
          }
        }
        assign()
      },
    )
  }

  return {
    take: () =>
      new Promise((resolve, reject) => {
        if (isClosed) throw closedError()
        const timer = setTimeout(() => {
          waiting.delete(waiter)
          reject(refusal ?? new StoreError('unavailable', 'All connections to the database are in use.'))
        }, timeout)
        const waiter: Waiting = {
          since: performance.now(),
          resolve(taken) {
            clearTimeout(timer)
            resolve(taken)
          },
          reject(error) {
            clearTimeout(timer)
            reject(error)
          },
        }
        waiting.add(waiter)
        assign()
      }),
    release(connection, isBroken = false) {
      if (!isBroken && !connection.isWorn()) return makeIdle(connection)
      drop(connection)
      assign()
    },
    renew() {
      for (const connection of [...usable]) {
        if (idle.has(connection)) drop(connection)
        else stale.add(connection)
      }
    },
    connections: () => live.keys(),
    async close(timeout) {
      isClosed = true
      clearTimeout(retry)
      for (const { reject } of waiting) reject(closedError())
      waiting.clear()
      for (const connection of [...idle.keys()]) drop(connection)
      const cut = setTimeout(() => {
        for (const connection of live.keys()) connection.destroy()
      }, timeout)
      await Promise.all([...live.keys()].map(({ ended }) => ended))
      clearTimeout(cut)
    },
  }
}
