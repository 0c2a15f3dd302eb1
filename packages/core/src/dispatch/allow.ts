import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import { changedRequest, createMemo } from './incoming-request.js'
import type { Outcome } from './outcome.js'
import type { ResolvedRequest } from './resolved-request.js'

/**
 * The value of `Allow`: the methods that this caller may use with this request's parameters, as the permission of each
 * endpoint decides. `permitted` says that the request's own endpoint has permitted it. Empty without a route.
 */
export async function allowedMethods(
  { route, endpoint, request }: ResolvedRequest,
  outcome: Outcome,
  permitted: boolean,
): Promise<string> {
  if (route === undefined || request === undefined) return ''
  const changed = permitted && request.method !== 'GET' && endpoint !== undefined
  const asked = changed ? afterChange(request, outcome) : request
  const allowed: string[] = []
  for (const each of route.endpoints) {
    const isKnown = permitted && !changed && each === endpoint
    if (isKnown || each.public || (await isPermitted(each, asked))) allowed.push(...each.methods)
  }
  return allowed.join(', ')
}

async function isPermitted(endpoint: Endpoint, request: HandlerRequest): Promise<boolean> {
  try {
    return (await endpoint.permit(request)) === true
  } catch {
    return false
  }
}

/**
 * A change may have changed what is permitted: nothing that was computed before it counts. What was written is answered in
 * the context `edit`, so permissions are asked about that view.
 */
function afterChange(request: HandlerRequest, { status }: Outcome): HandlerRequest {
  const written = request.method !== 'DELETE' && status < 300
  const params = written ? { ...request.params, context: 'edit' } : request.params
  return changedRequest(request, { params, once: createMemo() })
}
