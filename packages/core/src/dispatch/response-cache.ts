import type { Principal } from '../access/principal.js'
import type { Endpoint } from '../registry/route.js'
import type { RestRequest, RestResponse } from '../request.js'
import { isNotModified } from './conditional.js'
import { isDistinctQuery } from './distinct-query.js'
import { isIncomplete } from './incomplete-response.js'
import type { Outcome } from './outcome.js'
import type { RequestTarget } from './resolve-target.js'

/**
 * Caches responses to anonymous callers. An implementation drops them when stored data changes, and limits its memory.
 */
export interface ResponseCache {
  /** A number that changes whenever stored data changes; read before a response is computed. */
  revision(): number
  /** A cached response, compressed if the request's `Accept-Encoding` allows it and the cache has a compressed copy. */
  get(key: string, acceptEncoding?: string): RestResponse | undefined
  /** Caches a response whose computation began at `revision`, unless data has changed since. */
  set(key: string, response: RestResponse, revision: number): void
}

interface Exchange {
  readonly request: RestRequest
  readonly target: RequestTarget
  readonly principal: Principal | undefined
  readonly endpoint: Endpoint | undefined
  /** The revision before the response was computed. */
  readonly revision: number
}

/** The key of a request whose response may be cached: an anonymous GET with all of its parameters in the URL. */
function keyOf({ request, target, principal }: Omit<Exchange, 'revision' | 'endpoint'>): string | undefined {
  if (target.method !== 'GET' || request.principal !== undefined || request.body !== undefined) return undefined
  if (principal === undefined || principal.authenticated) return undefined
  if (request.query !== undefined && typeof request.query !== 'string') return undefined
  return `${target.head ? 'HEAD' : 'GET'} ${request.path}?${request.query ?? ''}`
}

/** The stage `cached response`: the cached response to a request, or a 304 if the client's copy is current. */
export function cachedResponse(
  request: RestRequest,
  target: RequestTarget,
  principal: Principal,
  cache: ResponseCache | undefined,
): RestResponse | undefined {
  const key = cache === undefined ? undefined : keyOf({ request, target, principal })
  const stored = key === undefined ? undefined : cache?.get(key, request.headers?.['accept-encoding'])
  if (stored === undefined) return undefined
  const modified = stored.headers['Last-Modified']
  const tag = stored.headers['ETag']
  const unchanged =
    tag !== undefined &&
    isNotModified(
      request.headers ?? {},
      tag.replace(/^W\//, ''),
      modified === undefined ? undefined : Date.parse(modified),
    )
  return unchanged ? { status: 304, headers: stored.headers, body: undefined, text: () => '' } : stored
}

/**
 * Caches a response if it is complete and the same for all anonymous callers, unless the query has parameters that the
 * endpoint does not declare.
 */
export function storeResponse(
  response: RestResponse,
  outcome: Outcome,
  exchange: Exchange,
  cache: ResponseCache | undefined,
): void {
  if (cache === undefined || !outcome.cacheable || response.status !== 200 || isIncomplete(response)) return
  const key = keyOf(exchange)
  const { endpoint, request } = exchange
  // A cached response to the right password would answer guesses that are no longer permitted.
  if (response.headers['Cache-Control']?.includes('no-store')) return
  // Paths match in any case.
  if (key === undefined || endpoint === undefined || /[A-Z%]/.test(request.path)) return
  if (!isDistinctQuery(request.query, endpoint)) return
  response.text()
  cache.set(key, response, exchange.revision)
}
