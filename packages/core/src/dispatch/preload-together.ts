import { groupBy } from '../group-by.js'
import type { DispatchContext } from './dispatch-context.js'
import type { IncomingRequest } from './incoming-request.js'
import type { ResolvedRequest } from './resolved-request.js'
import { toRestError } from './to-rest-error.js'

/**
 * Lets endpoints preload data for several of these requests, so that performing them one by one costs no further
 * queries. If preloading fails, the error is reported, and each request loads its own data.
 */
export async function preloadTogether(targets: readonly ResolvedRequest[], context: DispatchContext): Promise<void> {
  const preloading = targets.flatMap(({ endpoint, request, error }) =>
    endpoint?.preload === undefined || request === undefined || error !== undefined ? [] : [{ endpoint, request }],
  )
  for (const [endpoint, alike] of groupBy(preloading, target => target.endpoint)) {
    if (alike.length < 2) continue
    const requests = alike.map(({ request }) => request)
    try {
      await endpoint.preload?.(requests)
    } catch (thrown) {
      toRestError(thrown, requests[0] as IncomingRequest, context)
    }
  }
}
