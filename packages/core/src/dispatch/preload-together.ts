import type { Endpoint } from '../registry/route.js'
import type { DispatchContext } from './dispatch-context.js'
import type { IncomingRequest } from './incoming-request.js'
import type { ResolvedRequest } from './resolved-request.js'
import { toRestError } from './to-rest-error.js'

/**
 * Lets endpoints preload data for several of these requests, so that performing them one by one costs no further
 * queries. If preloading fails, the error is reported, and each request loads its own data.
 */
export async function preloadTogether(targets: Iterable<ResolvedRequest>, context: DispatchContext): Promise<void> {
  const alike = new Map<Endpoint, IncomingRequest[]>()
  for (const { endpoint, request, error } of targets) {
    if (endpoint?.preload === undefined || request === undefined || error !== undefined) continue
    const others = alike.get(endpoint)
    if (others === undefined) alike.set(endpoint, [request])
    else others.push(request)
  }
  for (const [endpoint, requests] of alike) {
    if (requests.length < 2) continue
    try {
      await endpoint.preload?.(requests)
    } catch (thrown) {
      toRestError(thrown, requests[0] as IncomingRequest, context)
    }
  }
}
