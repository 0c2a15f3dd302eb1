import { parseQuery } from '../params/parse-query.js'
import type { RestRequest } from '../request.js'
import { RestError } from '../rest-error.js'
import { type KnownRequest, type KnownRequests, knownKey } from './known-requests.js'

/** A request with its method settled and its query read. */
export interface PreparedRequest {
  readonly request: RestRequest
  /** Upper case; HEAD has become GET, `head` remembers it. */
  readonly method: string
  readonly head: boolean
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** What the address came to when it was read before. */
  readonly known?: KnownRequest | undefined
  /** What the address is remembered by. */
  readonly key?: string | undefined
}

/**
 * Stage 1. Settles method, path and query. Only POST may be overridden: by `_method` in the query, or else by the header
 * `X-HTTP-Method-Override` (specification section 4.1). No route answers a text that is not a method.
 */
export function prepareRequest(request: RestRequest, all?: KnownRequests): PreparedRequest {
  refuseMalformed(request)
  const key = all === undefined ? undefined : knownKey(request)
  const known = key === undefined ? undefined : all?.get(key)
  if (known !== undefined) return { request, method: 'GET', head: false, path: known.path, query: known.query, known }
  const { query: given } = request
  const query = typeof given === 'string' ? parseQuery(given) : (given ?? {})
  let method = request.method.toUpperCase()
  if (method === 'POST') {
    const named = query['_method'] ?? request.headers?.['x-http-method-override']
    if (typeof named === 'string') method = named.toUpperCase()
  }
  const head = method === 'HEAD'
  return { request, method: head ? 'GET' : method, head, path: normalizePath(request.path), query, key }
}

/** What adapters hand over is typed, and may be anything all the same. */
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
      // What cannot be decoded is matched as it stands, and matches nothing.
    }
  }
  if (plain.includes('//')) plain = plain.replace(/\/{2,}/g, '/')
  if (plain.length > 1 && plain.endsWith('/')) plain = plain.slice(0, -1)
  return plain === '' ? '/' : plain
}
