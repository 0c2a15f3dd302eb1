import { createNearestRoute } from './nearest-route.js'
import type { Route } from './route.js'

/** Finds routes by path. */
export interface Router {
  set(route: Route): void
  /** The first route of a path that serves the method; without one, the first route of the path. */
  match(path: string, method: string): RouteMatch | undefined
  /** The path of the route that a path without a route probably stands for. */
  nearest(path: string): string | undefined
}

/** A matched route, and the values of the groups in its path. */
export interface RouteMatch {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/**
 * Creates a router. Literal paths take one lookup. Patterns are tried in the order of registration, but only those
 * whose first two segments, usually the namespace, equal the path's or are not literal.
 */
export function createRouter(): Router {
  const literals = new Map<string, Route>()
  const patterns = new Map<string, readonly Route[]>()
  const all = new Set<string>()
  let nearest: ((path: string) => string | undefined) | undefined
  let loose: readonly Route[] = []
  const none: Readonly<Record<string, string>> = Object.freeze({})
  return {
    set(route) {
      const { pattern, literal } = route.path
      all.add(pattern)
      nearest = undefined
      if (literal) {
        literals.set(pattern.toLowerCase(), route)
        return
      }
      const bucket = beginningOf(pattern)
      if (!/[()[\]{}*+?|\\]/.test(bucket)) patterns.set(bucket, withRoute(patterns.get(bucket) ?? loose, route))
      else {
        loose = withRoute(loose, route)
        for (const [key, routes] of patterns) patterns.set(key, withRoute(routes, route))
      }
    },
    match(path, method) {
      const literal = literals.get(path) ?? literals.get(path.toLowerCase())
      let first = literal && { route: literal, params: none }
      if (first !== undefined && serves(first.route, method)) return first
      for (const route of patterns.get(beginningOf(path)) ?? loose) {
        const params = route.path.match(path)
        if (params === undefined) continue
        if (serves(route, method)) return { route, params }
        first ??= { route, params }
      }
      return first
    },
    nearest(path) {
      nearest ??= createNearestRoute(all)
      return nearest(path)
    },
  }
}

/** Every route serves OPTIONS. */
const serves = ({ methods }: Route, method: string): boolean =>
  method === 'OPTIONS' || (methods as readonly string[]).includes(method)

function beginningOf(path: string): string {
  const first = path.indexOf('/', 1)
  const second = first < 0 ? -1 : path.indexOf('/', first + 1)
  return (second < 0 ? path : path.slice(0, second)).toLowerCase()
}

/** Adds a route, or replaces the one with the same pattern. */
function withRoute(routes: readonly Route[], route: Route): readonly Route[] {
  const at = routes.findIndex(other => other.path.pattern === route.path.pattern)
  return at < 0 ? [...routes, route] : routes.with(at, route)
}
