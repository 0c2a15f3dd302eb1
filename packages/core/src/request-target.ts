import { parseQuery } from './params/parse-query.js'
import { trimEndCharacters } from './text/trim-characters.js'

/** The path and query of a URL, below the root of an interface. */
export interface RequestTarget {
  /** Begins with a slash, unless a query parameter names a path without one: no route matches such a path. */
  readonly path: string
  readonly query: string
}

/** Which URLs of a server belong to an interface. */
export interface RequestTargetOptions {
  /** The path of the interface's root: `/cms-json` by default, empty for the root of the host. */
  readonly basePath?: string | undefined
  /** A query parameter that names the path below the root, on any URL; none by default. */
  readonly routeParameter?: string | undefined
}

/**
 * Creates the function by which adapters split URLs; it returns undefined for URLs outside the interface. Pass the path
 * and the query as they were sent: percent-encoded, the query without its question mark.
 */
export function createTargetReader({
  basePath = '/cms-json',
  routeParameter,
}: RequestTargetOptions = {}): (path: string, query: string) => RequestTarget | undefined {
  const base = trimEndCharacters(basePath, '/')
  const below = `${base}/`
  const named = routeParameter === undefined ? undefined : `${routeParameter}=`
  return (path, query) => {
    const target = named === undefined || !query.includes(named) ? undefined : targetInQuery(query, named)
    if (target !== undefined) return target
    // Clients join a site's URL that ends with a slash with a path that begins with one.
    const own = path.startsWith('//') ? path.replace(/^\/+/, '/') : path
    return own === base || own.startsWith(below) ? { path: own.slice(base.length) || '/', query } : undefined
  }
}

/** The path in the last parameter of that name, and the other parameters; undefined for an empty path. */
function targetInQuery(query: string, named: string): RequestTarget | undefined {
  const pairs = query.split('&')
  const route = parseQuery(pairs.findLast(pair => pair.startsWith(named)) ?? '')[named.slice(0, -1)]
  if (typeof route !== 'string' || route === '') return undefined
  return {
    // Paths are decoded again later.
    path: route.split('/').map(encodeURIComponent).join('/'),
    query: pairs.filter(pair => !pair.startsWith(named)).join('&'),
  }
}
