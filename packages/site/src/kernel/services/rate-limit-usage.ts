import { createHash } from 'node:crypto'
import type { RateLimitRule } from './rate-limit.js'

/** The usage of a key. Times are in milliseconds. */
export interface Usage {
  count: number
  /** From when on uses are regained. */
  since: number
  /** When the delay ends, if the rule has one. */
  until: number
}

/** Longer keys are hashed, so that the number of keys limits their size. */
const MAX_KEY_LENGTH = 100

export const shortKey = (key: string): string =>
  key.length <= MAX_KEY_LENGTH ? key : createHash('sha256').update(key).digest('base64')

/** Refills the limit for the elapsed time. */
export function regain(usage: Usage, { seconds }: RateLimitRule, now: number): void {
  // If the clock is set back, nobody must wait for the difference.
  if (usage.since > now) usage.since = now
  const regained = Math.floor((now - usage.since) / (seconds * 1000))
  usage.count = Math.max(0, usage.count - regained)
  usage.since = usage.count === 0 ? now : usage.since + regained * seconds * 1000
}

/** The milliseconds to wait. */
export function waitOf({ count, since, until }: Usage, { burst, seconds, delay }: RateLimitRule, now: number): number {
  if (delay !== undefined) return Math.min(Math.max(0, until - now), delay.max * 1000)
  return count < burst ? 0 : since + seconds * 1000 - now
}

/** More would overflow. */
const MAX_DOUBLINGS = 50

/** Adds uses. */
export function use(usage: Usage, { burst, delay }: RateLimitRule, now: number, uses = 1): void {
  if (usage.count === 0) usage.since = now
  usage.count += uses
  if (delay === undefined || usage.count < burst) return
  const doublings = Math.min(usage.count - burst, MAX_DOUBLINGS)
  usage.until = now + Math.min(delay.first * 2 ** doublings, delay.max) * 1000
}
