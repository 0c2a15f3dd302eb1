import type { Endpoint } from '../registry/route.js'
import type { DispatchContext } from './dispatch-context.js'
import type { IncomingRequest } from './incoming-request.js'
import type { ResolvedRequest } from './resolved-request.js'
import { toRestError } from './to-rest-error.js'

/**
 * Lets endpoints preload what several of these requests need, so that performing them one by one costs no further queries.
 * What cannot be preloaded is reported, and loaded by each request for itself.
 */
export async function preloadTogether(targets: readonly ResolvedRequest[], context: DispatchContext): Promise<void> {
  const groups = new Map<Endpoint, IncomingRequest[]>()
  for (const { endpoint, request, error } of targets) {
    if (endpoint?.preload === undefined || request === undefined || error !== undefined) continue
    const group = groups.get(endpoint)
    if (group === undefined) groups.set(endpoint, [request])
    else group.push(request)
  }
  for (const [endpoint, requests] of groups) {
    if (requests.length < 2) continue
    try {
      await endpoint.preload?.(requests)
    } catch (thrown) {
      toRestError(thrown, requests[0] as IncomingRequest, context)
    }
  }
}
