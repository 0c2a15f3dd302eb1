// Limits of rates, networks and names of callers.
export { type BasicCredentials, basicCredentials } from './basic-credentials.js'
export { checkRouteLimits, limitRoutes, tooManyRequests } from './limit-routes.js'
export {
  type AccessConfig,
  limitedRoutes,
  type PostPasswordLimits,
  type RateLimitOptions,
  type RouteLimit,
  rateLimits,
  rateLimitsOption,
  type SignInLimits,
} from './rate-limit-options.js'
export { isSameName, principalByName, usersByName } from './users-by-name.js'
