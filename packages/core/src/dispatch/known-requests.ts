import { createBoundedCache } from '../bounded-cache.js'
import { freezeDeep } from '../registry/freeze.js'
import type { Endpoint, Route } from '../registry/route.js'
import type { RestRequest } from '../request.js'
import type { ParamSources } from './gather-params.js'

/** What an address comes to, whoever calls: the route that it leads to, and parameters that were read and accepted. */
export interface KnownRequest {
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly route: Route
  readonly endpoint: Endpoint
  readonly sources: ParamSources
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * Addresses that were read before. Clients ask for the same ones again and again, and reading an address depends on
 * nothing but the routes: it must be forgotten when a route is registered.
 */
export interface KnownRequests {
  get(key: string): KnownRequest | undefined
  set(key: string, known: KnownRequest): void
  clear(): void
}

/** What all of them may take: clients that make up ever new addresses must not fill the memory. */
const MAX_BYTES = 8 * 1024 * 1024
const LONGEST = 512
/** What a request takes for its parameters and their defaults, and at most for each character of its address. */
const BYTES = 2048
const BYTES_PER_CHARACTER = 128

/** Creates an empty memory of addresses. What it is given is frozen. */
export function createKnownRequests(): KnownRequests {
  const known = createBoundedCache<KnownRequest>(MAX_BYTES)
  return {
    get: key => known.get(key),
    set(key, request) {
      freezeDeep(request.query)
      freezeDeep(request.params)
      known.set(key, request, BYTES + BYTES_PER_CHARACTER * key.length)
    },
    clear: () => known.clear(),
  }
}

/** The key of a request that can be known: a GET with all that it says in its address. */
export function knownKey({ method, path, query, body }: RestRequest): string | undefined {
  if (method !== 'GET' || body !== undefined) return undefined
  const text = query ?? ''
  return typeof text === 'string' && path.length + text.length <= LONGEST ? `${path}?${text}` : undefined
}
