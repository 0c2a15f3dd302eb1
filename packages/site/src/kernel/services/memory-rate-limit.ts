import { createHash } from 'node:crypto'
import { checks, type OptionChecks, requireOptions } from '@platen/core'
import type { RateLimit, RateLimitRule } from './rate-limit.js'

/** The options of `createMemoryRateLimit`. */
export interface MemoryRateLimitOptions {
  /** The current time in milliseconds since the Unix epoch. */
  readonly clock?: (() => number) | undefined
  /** The maximum number of keys; 50,000 by default. The least recently used keys are evicted. */
  readonly maxKeys?: number | undefined
}

const limitChecks: OptionChecks<MemoryRateLimitOptions> = { clock: checks.callable, maxKeys: checks.integer(1) }

/** The usage of a key. Times are in milliseconds. */
interface Taken {
  count: number
  /** From when on uses are regained. */
  since: number
  /** When the delay ends, if the rule has one. */
  until: number
}

const MAX_KEYS = 50_000
/** Longer keys are hashed, so that the number of keys limits their memory. */
const MAX_KEY_LENGTH = 100

const stored = (key: string): string =>
  key.length <= MAX_KEY_LENGTH ? key : createHash('sha256').update(key).digest('base64')

/** Refills the limit for the elapsed time. */
function regain(taken: Taken, { seconds }: RateLimitRule, now: number): void {
  // If the clock is set back, nobody must wait for the difference.
  if (taken.since > now) taken.since = now
  const regained = Math.floor((now - taken.since) / (seconds * 1000))
  taken.count = Math.max(0, taken.count - regained)
  taken.since = taken.count === 0 ? now : taken.since + regained * seconds * 1000
}

/** The milliseconds to wait. */
function waitOf({ count, since, until }: Taken, { burst, seconds, delay }: RateLimitRule, now: number): number {
  if (delay !== undefined) return Math.min(Math.max(0, until - now), delay.max * 1000)
  return count < burst ? 0 : since + seconds * 1000 - now
}

function takeOne(taken: Taken, { burst, delay }: RateLimitRule, now: number): void {
  if (taken.count === 0) taken.since = now
  taken.count++
  if (delay === undefined || taken.count < burst) return
  const doublings = Math.min(taken.count - burst, MAX_DOUBLINGS)
  taken.until = now + Math.min(delay.first * 2 ** doublings, delay.max) * 1000
}

/** More would overflow. */
const MAX_DOUBLINGS = 50

/** Creates a rate limit in the memory of the process. Throws a `RangeError` for unknown and invalid options. */
export function createMemoryRateLimit(options: MemoryRateLimitOptions = {}): RateLimit {
  requireOptions('createMemoryRateLimit', options, limitChecks)
  const { clock = Date.now, maxKeys = MAX_KEYS } = options
  /** The keys, the most recently used last. */
  const all = new Map<string, Taken>()
  const use = (name: string, taken: Taken): void => {
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
        const name = stored(key)
        const existing = all.get(name)
        const taken = existing ?? { count: 0, since: now, until: 0 }
        regain(taken, rule, now)
        if (existing !== undefined) use(name, existing)
        return { name, rule, taken }
      })
      const wait = found.reduce((longest, { taken, rule }) => Math.max(longest, waitOf(taken, rule, now)), 0)
      if (wait > 0) return { retryAfter: Math.ceil(wait / 1000) }
      for (const { name, rule, taken } of found) {
        takeOne(taken, rule, now)
        use(name, taken)
      }
      return { retryAfter: 0 }
    },
    async refund(uses) {
      for (const { key } of uses) {
        const name = stored(key)
        const taken = all.get(name)
        if (taken === undefined) continue
        taken.count--
        taken.until = 0
        if (taken.count <= 0) all.delete(name)
      }
    },
    async clear(keys) {
      for (const key of keys) all.delete(stored(key))
    },
  })
}
