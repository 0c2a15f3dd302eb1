import { createBoundedCache } from '@platen/core'
import { isWithin } from '../time/index.js'

/** The result of a computation, and how long it may be cached. */
export interface Expiring<V> {
  readonly value: V
  /** Milliseconds; 0 if it must not be cached. */
  readonly lifetime: number
  /** The estimated size. */
  readonly bytes: number
}

/** A cache of values from elsewhere. */
export interface ExpiringCache<V> {
  /** The cached value, or the computed one. Concurrent callers of a key share one computation. */
  get(key: string, compute: () => Promise<Expiring<V>>): Promise<V>
}

interface Entry<V> {
  readonly value: V
  readonly lifetime: number
  readonly since: number
}

/** Creates an empty cache of at most `maxBytes`. `clock` returns milliseconds. */
export function createExpiringCache<V>(maxBytes: number, clock: () => number): ExpiringCache<V> {
  const cache = createBoundedCache<Entry<V>>(maxBytes)
  const running = new Map<string, Promise<V>>()
  const run = async (key: string, compute: () => Promise<Expiring<V>>) => {
    try {
      const { value, lifetime, bytes } = await compute()
      if (lifetime > 0) cache.set(key, { value, lifetime, since: clock() }, bytes)
      return value
    } finally {
      running.delete(key)
    }
  }
  return {
    async get(key, compute) {
      const cached = cache.get(key)
      if (cached !== undefined && isWithin(clock(), cached.since, cached.lifetime)) return cached.value
      const current = running.get(key) ?? run(key, compute)
      running.set(key, current)
      return current
    },
  }
}
