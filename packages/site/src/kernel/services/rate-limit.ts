/** The rate at which an action is allowed. */
export interface RateLimitRule {
  /** How often the action is allowed at once. */
  readonly burst: number
  /** The seconds after which the action is allowed once more. */
  readonly seconds: number
  /**
   * Growing delays instead: once `burst` is used up, the action is allowed again after `first` seconds, and each
   * further delay is twice as long, up to `max`. One use is still regained every `seconds`.
   */
  readonly delay?: { readonly first: number; readonly max: number } | undefined
}

/** One use of a limited action. Keys begin with the action, such as `comment:203.0.113.7`. */
export interface RateLimitUse {
  readonly key: string
  readonly rule: RateLimitRule
}

/** The result of taking uses. */
export interface RateLimitResult {
  /** The seconds to wait; 0 if they were taken. */
  readonly retryAfter: number
}

/**
 * Limits how often clients perform an action. The default implementation is in memory: each process counts separately.
 * Sites with several processes can provide a shared one.
 */
export interface RateLimit {
  /** Takes all of these uses, or none if one of them must wait. */
  take(uses: readonly RateLimitUse[]): Promise<RateLimitResult>
  /** Refunds uses. */
  refund(uses: readonly RateLimitUse[]): Promise<void>
  /** Resets the keys. */
  clear(keys: readonly string[]): Promise<void>
}
