import type { Endpoint, Route } from '../registry/route.js'
import type { RestError } from '../rest-error.js'
import type { IncomingRequest, RequestInput } from './incoming-request.js'
import type { Refusals } from './refusals.js'
import type { RequestTarget } from './resolve-target.js'

/**
 * The resolution of a request, independent of the caller: its route, and its validated and sanitized arguments. Without
 * a route, there is no input, and for OPTIONS no error either.
 */
export interface Resolution {
  readonly target: RequestTarget
  readonly route?: Route | undefined
  /** Undefined for OPTIONS, which describes the route. */
  readonly endpoint?: Endpoint | undefined
  readonly input?: RequestInput | undefined
  readonly error: RestError | undefined
  /**
   * The refused arguments, if they are the error: validators may refuse additional arguments that match their schemas.
   */
  readonly refusals?: Refusals | undefined
}

/** The resolved request of a caller. */
export interface ResolvedRequest extends Pick<Resolution, 'route' | 'endpoint' | 'error'> {
  readonly request?: IncomingRequest | undefined
}

/**
 * A resolved request with its route. A class for the same reason as `ComputedItems`: many are alive at the same time.
 */
export class FoundRequest implements ResolvedRequest {
  readonly route: Route
  readonly endpoint: Endpoint | undefined
  readonly request: IncomingRequest
  readonly error: RestError | undefined

  constructor(
    { route, endpoint, error }: Pick<Resolution, 'endpoint' | 'error'> & { readonly route: Route },
    request: IncomingRequest,
  ) {
    this.route = route
    this.endpoint = endpoint
    this.request = request
    this.error = error
  }
}
