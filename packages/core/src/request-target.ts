import { parseQuery } from './params/parse-query.js'
import { trimEndCharacters } from './text/trim-characters.js'

/** Where a URL leads below the root of an interface. */
export interface RequestTarget {
  /** Begins with a slash, unless a parameter names it without one: no route matches such a path. */
  readonly path: string
  readonly query: string
}

/** What part of the URLs of a server are those of an interface. */
export interface RequestTargetOptions {
  /** The root of the interface; `/cms-json` when left out, empty for the root of the host. */
  readonly basePath?: string | undefined
  /** A query parameter that names the path below the root, whatever the path of the URL is; none when left out. */
  readonly routeParameter?: string | undefined
}

/**
 * Makes the function that adapters find out with where the path and query of a URL lead; `undefined` for URLs outside the
 * interface. Path and query are as they were sent: percent-encoded, the query without its question mark.
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
    return path === base || path.startsWith(below) ? { path: path.slice(base.length) || '/', query } : undefined
  }
}

/** The target that a parameter names, the last one of that name, with all other parameters; `undefined` for an empty one. */
function targetInQuery(query: string, named: string): RequestTarget | undefined {
  const pairs = query.split('&')
  const route = parseQuery(pairs.findLast(pair => pair.startsWith(named)) ?? '')[named.slice(0, -1)]
  if (typeof route !== 'string' || route === '') return undefined
  return {
    // Paths are decoded once more.
    path: route.split('/').map(encodeURIComponent).join('/'),
    query: pairs.filter(pair => !pair.startsWith(named)).join('&'),
  }
}
