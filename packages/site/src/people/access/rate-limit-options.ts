import { checks, type OptionChecks, withoutUndefined } from '@platen/core'
import { registrationKey, siteOption } from '../../kernel/context/index.js'
import type { RateLimitRule } from '../../kernel/services/index.js'
import type { Dialect } from '../../server/dialects/index.js'

/** How often sign-ins may fail. */
export interface SignInLimits {
  /** With one login, from one network: 10 times, then with a delay of 1 second that doubles up to 15 minutes, by default. */
  readonly account?: RateLimitRule | undefined
  /** From one network, with all logins: 100 times, then with a delay of 1 second that doubles up to a minute. */
  readonly network?: RateLimitRule | undefined
}

/** How often clients may try passwords of posts. */
export interface PostPasswordLimits {
  /** With one post, from one network: as often as a login by default. */
  readonly post?: RateLimitRule | undefined
  /** From one network, with all posts: as often as all logins by default. */
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
  /**
   * Counts in the site's store (`createStoreRateLimit`), so that all processes count together, also on several machines.
   * `false` by default: in the memory of the process. The service `rateLimit` takes precedence.
   */
  readonly shared?: boolean | undefined
  /** `false` sets no limit. */
  readonly signIn?: SignInLimits | false | undefined
  /** `false` sets no limit. */
  readonly postPasswords?: PostPasswordLimits | false | undefined
  /** Requests for `/url-details`, which fetches pages: 60 at once, then one in 2 seconds, by default. `false` sets no limit. */
  readonly urlDetails?: RateLimitRule | false | undefined
  /** Others; none by default. Cached responses, and calls in process without a client address, are not limited. */
  readonly routes?: readonly RouteLimit[] | undefined
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const ACCOUNT: RateLimitRule = { burst: 10, seconds: 10 * MINUTE, delay: { first: 1, max: 15 * MINUTE } }
const NETWORK: RateLimitRule = { burst: 100, seconds: HOUR / 100, delay: { first: 1, max: MINUTE } }

const URL_DETAILS: RateLimitRule = { burst: 60, seconds: 2 }

/** The options with their defaults. */
export function resolvedRateLimits({
  signIn = {},
  postPasswords = {},
  urlDetails = URL_DETAILS,
  routes = [],
}: RateLimitOptions = {}) {
  return {
    signIn: signIn === false ? undefined : { account: ACCOUNT, network: NETWORK, ...withoutUndefined(signIn) },
    postPasswords:
      postPasswords === false ? undefined : { post: ACCOUNT, network: NETWORK, ...withoutUndefined(postPasswords) },
    urlDetails: urlDetails === false ? undefined : urlDetails,
    routes,
  }
}

/** The options of `createSite` that belong to this subject. */
export interface AccessConfig {
  /** How often sign-ins may fail, and routes be requested. */
  readonly rateLimits?: RateLimitOptions | undefined
}

const { either, flag, integer, listOf, off, oneOf, positive, required, shaped, where } = checks

const delay = shaped<NonNullable<RateLimitRule['delay']>>({ first: required(positive), max: required(positive) })

const rule: OptionChecks<RateLimitRule> = {
  burst: required(integer(1)),
  seconds: required(positive),
  delay,
}

const path = where('a path that begins with "/"', value => typeof value === 'string' && value.startsWith('/'))

const method = oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The option `rateLimits` of `createSite`. */
export const rateLimitsOption = siteOption<RateLimitOptions>(
  'rateLimits',
  shaped<RateLimitOptions>({
    shared: flag,
    signIn: either(off, shaped<SignInLimits>({ account: shaped(rule), network: shaped(rule) })),
    postPasswords: either(off, shaped<PostPasswordLimits>({ post: shaped(rule), network: shaped(rule) })),
    urlDetails: either(off, shaped(rule)),
    routes: listOf(
      shaped<RouteLimit>({ ...rule, path: required(path), methods: listOf(method, 'a list of methods') }),
      'a list of limits of routes',
    ),
  }),
)

/** The limits of routes: those of the options, and of routes that are limited by default. */
export function limitedRoutes({ prefix }: Dialect, options: RateLimitOptions | undefined): readonly RouteLimit[] {
  const { routes, urlDetails } = resolvedRateLimits(options)
  return urlDetails === undefined
    ? routes
    : [...routes, { path: `/${prefix}-block-editor/v1/url-details`, ...urlDetails }]
}

/** The rate limits of a site. */
export const rateLimits = registrationKey('rate limits', site => resolvedRateLimits(rateLimitsOption.of(site)))
