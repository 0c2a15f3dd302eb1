import type { Route } from './route.js'

/** Finds the route of a path. Later registrations come first among patterns of the same path only by replacement. */
export interface Router {
  set(route: Route): void
  match(path: string): RouteMatch | undefined
}

/** A route and the values of its path's groups. */
export interface RouteMatch {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/**
 * A router that finds literal paths by one look-up and tries patterns in the order of registration, only those that
 * begin with the path's first two segments (a namespace).
 */
export function createRouter(): Router {
  const literals = new Map<string, Route>()
  const patterns = new Map<string, Route[]>()
  const none: Readonly<Record<string, string>> = Object.freeze({})
  const bucketOf = (path: string) => {
    const first = path.indexOf('/', 1)
    const second = first < 0 ? -1 : path.indexOf('/', first + 1)
    return (second < 0 ? path : path.slice(0, second)).toLowerCase()
  }
  return {
    set(route) {
      const { pattern, literal } = route.path
      if (literal) {
        literals.set(pattern.toLowerCase(), route)
        return
      }
      const bucket = bucketOf(pattern)
      const rest = (patterns.get(bucket) ?? []).filter(other => other.path.pattern !== pattern)
      patterns.set(bucket, [...rest, route])
    },
    match(path) {
      const literal = literals.get(path) ?? literals.get(path.toLowerCase())
      if (literal !== undefined) return { route: literal, params: none }
      for (const route of patterns.get(bucketOf(path)) ?? []) {
        const params = route.path.match(path)
        if (params !== undefined) return { route, params }
      }
      return undefined
    },
  }
}
