import type { Principal } from '../access/principal.js'
import type { Endpoint } from '../registry/route.js'
import type { RestRequest, RestResponse } from '../request.js'
import { isNotModified } from './conditional.js'
import { isDistinctQuery } from './distinct-query.js'
import { isIncomplete } from './incomplete-response.js'
import type { Outcome } from './outcome.js'
import type { RequestTarget } from './resolve-target.js'

/** A response, and whether it is complete and the same for all anonymous callers. */
export interface ComputedResponse {
  readonly response: RestResponse
  readonly isCacheable: boolean
}

/** Caches responses to anonymous callers. An implementation limits its memory. */
export interface ResponseCache {
  /** A cached response, compressed if the request's `Accept-Encoding` allows it and the cache has a compressed copy. */
  get(key: string, acceptEncoding?: string): RestResponse | undefined
  /**
   * Resolves when another request has computed a response anew that was cached until stored data changed; `undefined` if none
   * is doing so. Requests for popular responses wait for it, and look again.
   */
  renewal(key: string): Promise<unknown> | undefined
  /** Returns the response of `compute`, and caches it if it may, until any stored data that `compute` has read changes. */
  compute(key: string, compute: () => Promise<ComputedResponse>): Promise<RestResponse>
}

/** The key of a request whose response may be cached: an anonymous GET with all of its parameters in the URL. */
export function cacheKey(request: RestRequest, target: RequestTarget, principal: Principal): string | undefined {
  if (target.method !== 'GET' || request.principal !== undefined || request.body !== undefined) return undefined
  if (principal.authenticated) return undefined
  if (request.query !== undefined && typeof request.query !== 'string') return undefined
  return `${target.head ? 'HEAD' : 'GET'} ${request.path}?${request.query ?? ''}`
}

/** The stage `cached response`: the cached response to a request, or a 304 if the client's copy is current. */
export function cachedResponse(
  { headers = {} }: RestRequest,
  key: string,
  cache: ResponseCache,
): RestResponse | undefined {
  const stored = cache.get(key, headers['accept-encoding'])
  if (stored === undefined) return undefined
  const modified = stored.headers['Last-Modified']
  const tag = stored.headers['ETag']
  const unchanged =
    tag !== undefined &&
    isNotModified(headers, tag.replace(/^W\//, ''), modified === undefined ? undefined : Date.parse(modified))
  return unchanged ? { status: 304, headers: stored.headers, body: undefined, text: () => '' } : stored
}

/** Whether a response may be cached: parameters that the endpoint does not declare would fill the cache. */
export function isCacheable(
  response: RestResponse,
  outcome: Outcome,
  request: RestRequest,
  endpoint: Endpoint | undefined,
): boolean {
  if (!outcome.cacheable || response.status !== 200 || isIncomplete(response) || endpoint === undefined) return false
  // A cached response to the right password would answer guesses that are no longer permitted.
  if (response.headers['Cache-Control']?.includes('no-store')) return false
  // Paths match in any case.
  return !/[A-Z%]/.test(request.path) && isDistinctQuery(request.query, endpoint)
}
