// Limits of rates, networks and names of callers.
export { type BasicCredentials, basicCredentials } from './basic-credentials.js'
export { checkRouteLimits, limitRoutes } from './limit-routes.js'
export { limitedRoutes } from './limited-routes.js'
export {
  type AccessConfig,
  type PostPasswordLimits,
  type RateLimitOptions,
  type RouteLimit,
  rateLimits,
  rateLimitsOption,
  type SignInLimits,
} from './rate-limit-options.js'
export { isSameName } from './same-name.js'
export { tooManyRequests } from './too-many-requests.js'
export { principalByName, usersByName } from './users-by-name.js'
