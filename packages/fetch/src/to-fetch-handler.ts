import {
  type ArrivingBody,
  createCors,
  createTargetReader,
  type Dispatcher,
  errorReporter,
  failureResponse,
  forwardedClient,
  type RequestTarget,
  RestError,
  type RestRequest,
  receiveBody,
  requestLine,
  requireAdapter,
} from '@platen/core'
import { fetchChecks } from './fetch-checks.js'
import type { FetchOptions } from './options.js'
import { bodyMemory, hasBody, requestBody } from './request-body.js'
import { requestHeaders } from './request-headers.js'
import { toResponse } from './to-response.js'

/**
 * Creates a function that handles requests of the fetch standard below `basePath`: a route handler of Next.js, a
 * handler of Hono, the `fetch` of Bun, Deno and workers. It never rejects. A body is read once the endpoint is
 * resolved, within the limits of that endpoint; the platform parses multipart forms and holds their files in memory. Throws a
 * `RangeError` for unknown and invalid options.
 */
export function toFetchHandler(
  dispatcher: Dispatcher,
  options: FetchOptions = {},
): (request: Request) => Promise<Response> {
  requireAdapter('toFetchHandler', dispatcher, options, fetchChecks)
  const targetOf = createTargetReader({ ...options, basePath: options.basePath ?? dispatcher.basePath })
  const cors = createCors(options.cors ?? {})
  const report = errorReporter(options.onError)
  const memory = bodyMemory(options)
  return async request => {
    const origin = request.headers.get('origin') ?? undefined
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    let arriving: ArrivingBody | undefined
    const answer = async () => {
      try {
        const url = new URL(request.url)
        const target = targetOf(url.pathname, url.search.slice(1))
        if (target === undefined && options.fallback !== undefined) return await options.fallback(request)
        if (target === undefined) throw new RestError('not_found', 'There is nothing at this address.', 404)
        if (hasBody(request)) arriving = receiveBody(memory, options)
        return await dispatcher.dispatch(restRequest(request, url, target, arriving, options))
      } catch (error) {
        return failureResponse(error, thrown => report(thrown, requestLine(request.method, request.url)))
      } finally {
        arriving?.release()
      }
    }
    const answered = await answer()
    return answered instanceof Response
      ? answered
      : toResponse(answered, request, cors(origin, isPreflight), isPreflight)
  }
}

function restRequest(
  request: Request,
  url: URL,
  target: RequestTarget,
  arriving: ArrivingBody | undefined,
  options: FetchOptions,
): RestRequest {
  const headers = requestHeaders(request.headers)
  const hops = Number(options.trustProxy ?? 0)
  const forwarded = forwardedClient(headers, hops)
  return {
    method: request.method,
    ...target,
    headers,
    body: arriving && requestBody(request, arriving, options),
    remoteAddress: forwarded.address ?? options.clientAddress?.(request),
    secure: forwarded.secure ?? (url.protocol === 'https:' ? true : undefined),
    signal: request.signal,
  }
}
