import { parseQuery } from '../params/parse-query.js'
import type { RestRequest } from '../request.js'
import { RestError } from '../rest-error.js'

/** The normalized method, path and query of a request. */
export interface RequestTarget {
  /** In upper case. HEAD has become GET, and `head` is set. */
  readonly method: string
  readonly head: boolean
  /** Decoded, without empty segments or a trailing slash. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
}

/**
 * The stage `resolve`. Only POST may be overridden, by `_method` in the query or else by the header
 * `X-HTTP-Method-Override` (specification section 4.1). An unknown method matches no route.
 */
export function resolveTarget(request: RestRequest): RequestTarget {
  refuseMalformed(request)
  const { query: given } = request
  const query = typeof given === 'string' ? parseQuery(given) : (given ?? {})
  let method = request.method.toUpperCase()
  if (method === 'POST') {
    const named = query['_method'] ?? request.headers?.['x-http-method-override']
    if (typeof named === 'string') method = named.toUpperCase()
  }
  const head = method === 'HEAD'
  return { method: head ? 'GET' : method, head, path: normalizePath(request.path), query }
}

/** Adapters in JavaScript may pass anything. */
function refuseMalformed(request: RestRequest): void {
  const { method, path, query, headers } = request ?? {}
  const isText = typeof method === 'string' && typeof path === 'string'
  const isRead = query === undefined || typeof query === 'string' || (typeof query === 'object' && query !== null)
  if (isText && isRead && (headers === undefined || (typeof headers === 'object' && headers !== null))) return
  throw new RestError('rest_invalid_request', 'A request has a method, a path, a query and headers.', 400)
}

function normalizePath(path: string): string {
  let plain = path
  if (plain.includes('%')) {
    try {
      plain = decodeURIComponent(plain)
    } catch {
      // A path that cannot be decoded matches no route.
    }
  }
  if (plain.includes('//')) plain = plain.replace(/\/{2,}/g, '/')
  if (plain.length > 1 && plain.endsWith('/')) plain = plain.slice(0, -1)
  return plain === '' ? '/' : plain
}
