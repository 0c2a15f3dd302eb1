import { parseQuery } from './params/parse-query.js'
import { RestError } from './rest-error.js'
import { trimEndCharacters } from './text/trim-characters.js'

/** The path and query of a URL, below the root of an interface. */
export interface RequestTarget {
  /** Begins with a slash, unless a query parameter contains a path without one, which no route matches. */
  readonly path: string
  readonly query: string
}

/** Which URLs of a server belong to an interface. */
export interface TargetOptions {
  /**
   * The path of the interface's root: by default that of the site's dialect, `/cms-json` for a registry. Empty for the
   * root of the host, or if the framework has already stripped it.
   */
  readonly basePath?: string | undefined
  /**
   * A query parameter that contains the path below the root, whatever the path of the URL is: with `rest_route`,
   * `/?rest_route=/cms/v2/posts`. None by default.
   */
  readonly routeParameter?: string | undefined
  /**
   * A script that may stand before the last segment of the root, as on servers that do not rewrite URLs: with
   * `index.php`, `/index.php/cms-json/cms/v2/posts`. None by default.
   */
  readonly scriptName?: string | undefined
}

const DEFAULT_BASE_PATH = '/cms-json'

/**
 * Creates the function by which adapters split URLs; it returns undefined for URLs outside the interface. Pass the path
 * and the query as they were sent: percent-encoded, the query without its question mark.
 */
export function createTargetReader({
  basePath = DEFAULT_BASE_PATH,
  routeParameter,
  scriptName,
}: TargetOptions = {}): (path: string, query: string) => RequestTarget | undefined {
  const base = trimEndCharacters(basePath, '/')
  const roots = scriptName === undefined || base === '' ? [base] : [base, withScript(base, scriptName)]
  const named = routeParameter === undefined ? undefined : `${routeParameter}=`
  return (path, query) => {
    const target = named === undefined || !query.includes(named) ? undefined : targetInQuery(query, named)
    if (target !== undefined) return target
    // Clients join a site's URL that ends with a slash with a path that begins with one.
    const own = path.startsWith('//') ? path.replace(/^\/+/, '/') : path
    const root = roots.find(root => own.startsWith(root) && (own.length === root.length || own[root.length] === '/'))
    return root === undefined ? undefined : { path: own.slice(root.length) || '/', query }
  }
}

/** The error for a URL outside of the interface, whose root it names. */
export const outsideInterface = (basePath = DEFAULT_BASE_PATH): RestError => {
  const root = trimEndCharacters(basePath, '/')
  return new RestError('not_found', `There is nothing at this address. The interface is at ${root}/.`, 404)
}

/** The root on servers that do not rewrite URLs: `/blog/index.php/api` for `/blog/api`. */
function withScript(base: string, scriptName: string): string {
  const last = base.lastIndexOf('/')
  return `${base.slice(0, last)}/${scriptName}${base.slice(last)}`
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
