import {
  createCors,
  errorReporter,
  failureResponse,
  forwardedClient,
  RestError,
  type RestRequest,
  requestLine,
  trimEndCharacters,
} from '@platen/core'
import type { Dispatcher, FetchOptions } from './options.js'
import { hasBody, requestBody } from './request-body.js'
import { requestHeaders } from './request-headers.js'
import { toResponse } from './to-response.js'

/**
 * Makes the function that answers requests of the fetch standard below `basePath`: a route handler of Next.js, a handler
 * of Hono, the `fetch` of Bun, Deno and workers. It never rejects. A body is read once the endpoint is known, within the
 * limits of that endpoint; multipart forms are parsed by the platform, which holds their files in memory.
 */
export function toFetchHandler(
  dispatcher: Dispatcher,
  options: FetchOptions = {},
): (request: Request) => Promise<Response> {
  const base = trimEndCharacters(options.basePath ?? '/cms-json', '/')
  const cors = createCors(options.cors ?? {})
  const report = errorReporter(options.onError)
  return async request => {
    const origin = request.headers.get('origin') ?? undefined
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    const answer = async () => {
      try {
        const url = new URL(request.url)
        const isBelow = url.pathname === base || url.pathname.startsWith(`${base}/`)
        if (!isBelow && options.fallback !== undefined) return await options.fallback(request)
        if (!isBelow) throw new RestError('not_found', 'There is nothing at this address.', 404)
        return await dispatcher.dispatch(restRequest(request, url, url.pathname.slice(base.length) || '/', options))
      } catch (error) {
        return failureResponse(error, thrown => report(thrown, requestLine(request.method, request.url)))
      }
    }
    const answered = await answer()
    return answered instanceof Response
      ? answered
      : toResponse(answered, request, cors(origin, isPreflight), isPreflight)
  }
}

function restRequest(request: Request, url: URL, path: string, options: FetchOptions): RestRequest {
  const headers = requestHeaders(request.headers)
  const hops = Number(options.trustProxy ?? 0)
  const forwarded = forwardedClient(headers, hops)
  return {
    method: request.method,
    path,
    query: url.search.slice(1),
    headers,
    body: hasBody(request) ? requestBody(request, options) : undefined,
    remoteAddress: forwarded.address ?? options.clientAddress?.(request),
    secure: forwarded.secure ?? url.protocol === 'https:',
    signal: request.signal,
  }
}
