import { createBoundedCache } from '../bounded-cache.js'
import { freezeDeep } from '../freeze.js'
import type { RestRequest } from '../request.js'
import type { Resolution } from './resolved-request.js'

/**
 * Caches the resolutions of URLs, which depend only on the routes: clients request the same URLs again and again. Clear it
 * when a route is registered.
 */
export interface ResolvedRequestCache {
  get(request: RestRequest): Resolution | undefined
  /** Caches the resolution of a GET without a body, unless it is an error. Its query and parameters are frozen. */
  set(request: RestRequest, resolution: Resolution): void
  clear(): void
}

const MAX_BYTES = 8 * 1024 * 1024
const LONGEST_URL = 512
/** The estimated size of an entry: its parameters with their defaults, and a share for each character of its URL. */
const BYTES = 2048
const BYTES_PER_CHARACTER = 128

/** Creates an empty cache. */
export function createResolvedRequestCache(): ResolvedRequestCache {
  const entries = createBoundedCache<Resolution>(MAX_BYTES)
  return {
    get(request) {
      const key = keyOf(request)
      return key === undefined ? undefined : entries.get(key)
    },
    set(request, resolution) {
      const key = keyOf(request)
      if (key === undefined || resolution.error !== undefined || resolution.input === undefined) return
      freezeDeep(resolution.input.query)
      freezeDeep(resolution.input.params)
      entries.set(key, resolution, BYTES + BYTES_PER_CHARACTER * key.length)
    },
    clear: () => entries.clear(),
  }
}

function keyOf(request: RestRequest): string | undefined {
  const { method, path, query = '', body } = request ?? {}
  if (method !== 'GET' || body !== undefined || typeof path !== 'string' || typeof query !== 'string') return undefined
  return path.length + query.length <= LONGEST_URL ? `${path}?${query}` : undefined
}
