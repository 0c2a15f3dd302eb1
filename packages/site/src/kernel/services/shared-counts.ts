import { AsyncResource } from 'node:async_hooks'
import type { Store } from '@platen/storage'
import type { RateLimitRule } from './rate-limit.js'
import { type RateLimitCount, rateLimitCounts } from './rate-limit-collection.js'
import type { Usage } from './rate-limit-usage.js'

/** The usage of keys in a store. */
export interface SharedCounts {
  read(keys: readonly string[]): Promise<Map<string, Usage>>
  /**
   * Passes the usage of keys to `change`, which no other process changes at the same time, and stores what it has
   * changed. Resolves with its `states`.
   */
  change(
    keys: readonly string[],
    change: (usage: ReadonlyMap<string, Usage>) => {
      readonly changed: ReadonlyMap<string, { readonly usage: Usage; readonly rule: RateLimitRule }>
      readonly states: ReadonlyMap<string, Usage>
    },
    now: number,
  ): Promise<ReadonlyMap<string, Usage>>
  remove(keys: readonly string[]): Promise<void>
  /** Removes what has expired, and the keys beyond the maximum number that expire next; once a minute at most. */
  clean(now: number): Promise<void>
}

const CLEANING_INTERVAL = 60_000

const { where } = rateLimitCounts

const usageOf = (records: readonly RateLimitCount[]): Map<string, Usage> =>
  new Map(records.map(({ key, count, since, until }) => [key, { count, since, until }]))

export function createSharedCounts(store: Store, maxKeys: number): SharedCounts {
  let preparing: Promise<void> | undefined
  let cleanedAt = Number.NEGATIVE_INFINITY
  const collection = async () => {
    preparing ??= store.prepare([rateLimitCounts]).catch(error => {
      preparing = undefined
      throw error
    })
    await preparing
    return store.collection(rateLimitCounts)
  }
  // The response of a limited request must not depend on the counts: it may be cached.
  const scope = new AsyncResource('rate limit')
  const outside =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      scope.runInAsyncScope(work, undefined, ...args)
  const shared: SharedCounts = {
    async read(keys) {
      const { records } = await (await collection()).find({ where: where.in('key', keys) })
      return usageOf(records)
    },
    async change(keys, change, now) {
      await collection()
      return store.transaction(
        async tx => {
          await tx.lock([...keys].sort().map(key => `rate limit ${key}`))
          const counts = tx.collection(rateLimitCounts)
          const { records } = await counts.find({ where: where.in('key', keys) })
          const { changed, states } = change(usageOf(records))
          const ids = new Map(records.map(({ key, id }) => [key, id]))
          const rows = [...changed].map(([key, { usage, rule }]) => ({
            key,
            ...usage,
            expires: Math.max(now + usage.count * rule.seconds * 1000, usage.until),
          }))
          const updates = rows.flatMap(({ key, ...changes }) => {
            const id = ids.get(key)
            return id === undefined ? [] : [{ id, changes }]
          })
          if (updates.length > 0) await counts.updateMany(updates)
          const inserts = rows.filter(({ key }) => !ids.has(key))
          if (inserts.length > 0) await counts.insertMany(inserts)
          return states
        },
        { concurrent: true, grouped: true },
      )
    },
    async remove(keys) {
      const counts = await collection()
      // Most keys are not stored: a write would make caches stale.
      const found = where.in('key', keys)
      if ((await counts.count(found)) > 0) await counts.removeWhere(found)
    },
    async clean(now) {
      if (now - cleanedAt < CLEANING_INTERVAL && now >= cleanedAt) return
      cleanedAt = now
      const counts = await collection()
      const [last] = await counts.pick(['expires'], {
        order: [{ by: 'field', field: 'expires', direction: 'desc' }],
        offset: maxKeys,
        limit: 1,
      })
      const isOver = where.lte('expires', Math.max(now, last?.expires ?? now))
      if ((await counts.count(isOver)) > 0) await counts.removeWhere(isOver)
    },
  }
  return {
    read: outside(shared.read),
    change: outside(shared.change),
    remove: outside(shared.remove),
    clean: outside(shared.clean),
  }
}
