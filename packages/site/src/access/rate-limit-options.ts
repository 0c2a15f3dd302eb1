import { withoutUndefined } from '@platen/core'
import type { RateLimitRule } from '../services/rate-limit.js'

/** How often sign-ins may fail. */
export interface SignInLimits {
  /** With one login, from one network: 10 times, then with a delay of 1 second that doubles up to 15 minutes, by default. */
  readonly account?: RateLimitRule | undefined
  /** From one network, with all logins: 100 times, then with a delay of 1 second that doubles up to a minute. */
  readonly network?: RateLimitRule | undefined
}

/** How often clients may request routes: signed-in users by account, others by network. */
export interface RouteLimit extends RateLimitRule {
  /** The path of the routes below the interface's root, such as `/cms/v2/search`, with all paths below it. */
  readonly path: string
  /** All methods by default; `GET` includes `HEAD`. */
  readonly methods?: readonly string[] | undefined
}

/** The option `rateLimits` of `createSite`. */
export interface RateLimitOptions {
  /** `false` sets no limit. */
  readonly signIn?: SignInLimits | false | undefined
  /** None by default. Cached responses, and calls in process without a client address, are not limited. */
  readonly routes?: readonly RouteLimit[] | undefined
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const ACCOUNT: RateLimitRule = { burst: 10, seconds: 10 * MINUTE, delay: { first: 1, max: 15 * MINUTE } }
const NETWORK: RateLimitRule = { burst: 100, seconds: HOUR / 100, delay: { first: 1, max: MINUTE } }

/** The options with their defaults. */
export function resolvedRateLimits({ signIn = {}, routes = [] }: RateLimitOptions = {}) {
  const limits = signIn === false ? undefined : { account: ACCOUNT, network: NETWORK, ...withoutUndefined(signIn) }
  return { signIn: limits, routes }
}
