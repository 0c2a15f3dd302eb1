/** How often something can be done. */
export interface RateLimitRule {
  /** How often it can be done at once. */
  readonly burst: number
  /** The seconds after which it can be done once more. */
  readonly seconds: number
  /**
   * Makes waiting longer instead: once `burst` is used up, it can be done again after `first` seconds, and each time after
   * twice as many, up to `max`. What was used up is still regained every `seconds`.
   */
  readonly delay?: { readonly first: number; readonly max: number } | undefined
}

/** One use of something that is limited. Keys begin with what it is, such as `comment:203.0.113.7`. */
export interface RateLimitUse {
  readonly key: string
  readonly rule: RateLimitRule
}

/** Whether uses were taken. */
export interface RateLimitResult {
  /** The seconds to wait; 0 if they were taken. */
  readonly retryAfter: number
}

/**
 * Limits how often clients do something. The default one is in memory: each process counts by itself. Sites of several
 * processes can share one by a service of their own.
 */
export interface RateLimit {
  /** Takes all of these uses, or none if one of them has to wait. */
  take(uses: readonly RateLimitUse[]): Promise<RateLimitResult>
  /** Gives back uses that were taken. */
  refund(uses: readonly RateLimitUse[]): Promise<void>
  /** Forgets what was taken. */
  clear(keys: readonly string[]): Promise<void>
}
