import { checks, type OptionChecks, requireOptions } from '@platen/core'
import type { RateLimit } from './rate-limit.js'
import { regain, shortKey, type Usage, use, waitOf } from './rate-limit-usage.js'

/** The options of `createMemoryRateLimit`. */
export interface MemoryRateLimitOptions {
  /** The current time in milliseconds since the Unix epoch. */
  readonly clock?: (() => number) | undefined
  /** The maximum number of keys; 50,000 by default. The least recently used keys are evicted. */
  readonly maxKeys?: number | undefined
}

const limitChecks: OptionChecks<MemoryRateLimitOptions> = { clock: checks.callable, maxKeys: checks.integer(1) }

const MAX_KEYS = 50_000
/** Creates a rate limit in the memory of the process. Throws a `RangeError` for unknown and invalid options. */
export function createMemoryRateLimit(options: MemoryRateLimitOptions = {}): RateLimit {
  requireOptions('createMemoryRateLimit', options, limitChecks)
  const { clock = Date.now, maxKeys = MAX_KEYS } = options
  /** The keys, the most recently used last. */
  const all = new Map<string, Usage>()
  const refresh = (name: string, taken: Usage): void => {
    all.delete(name)
    all.set(name, taken)
    for (const oldest of all.keys()) {
      if (all.size <= maxKeys) break
      all.delete(oldest)
    }
  }
  return Object.freeze<RateLimit>({
    async take(uses) {
      const now = clock()
      const found = uses.map(({ key, rule }) => {
        const name = shortKey(key)
        const existing = all.get(name)
        const taken = existing ?? { count: 0, since: now, until: 0 }
        regain(taken, rule, now)
        if (existing !== undefined) refresh(name, existing)
        return { name, rule, taken }
      })
      const wait = found.reduce((longest, { taken, rule }) => Math.max(longest, waitOf(taken, rule, now)), 0)
      if (wait > 0) return { retryAfter: Math.ceil(wait / 1000) }
      for (const { name, rule, taken } of found) {
        use(taken, rule, now)
        refresh(name, taken)
      }
      return { retryAfter: 0 }
    },
    async refund(uses) {
      for (const { key } of uses) {
        const name = shortKey(key)
        const taken = all.get(name)
        if (taken === undefined) continue
        taken.count--
        taken.until = 0
        if (taken.count <= 0) all.delete(name)
      }
    },
    async clear(keys) {
      for (const key of keys) all.delete(shortKey(key))
    },
  })
}
