import type { Dialect } from '../../server/dialects/index.js'
import { type RateLimitOptions, type RouteLimit, resolvedRateLimits } from './rate-limit-options.js'

/** The limits of routes: those of the options, and of routes that are limited by default. */
export function limitedRoutes({ prefix }: Dialect, options: RateLimitOptions | undefined): readonly RouteLimit[] {
  const { routes, urlDetails } = resolvedRateLimits(options)
  return urlDetails === undefined
    ? routes
    : [...routes, { path: `/${prefix}-block-editor/v1/url-details`, ...urlDetails }]
}
