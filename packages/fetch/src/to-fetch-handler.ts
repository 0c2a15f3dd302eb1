import {
  type ArrivingBody,
  adapterChecks,
  checks,
  createCors,
  createTargetReader,
  type Dispatcher,
  errorReporter,
  failureResponse,
  forwardedClient,
  headerText,
  type OptionChecks,
  outsideInterface,
  type PageRequest,
  type PageResponse,
  receiveBody,
  requestLine,
  requireAdapter,
} from '@platen/core'
import type { FetchOptions } from './options.js'
import { bodyMemory, hasBody, requestBody } from './request-body.js'
import { toResponse } from './to-response.js'

/** Checks of the options of the adapter. */
export const fetchChecks: OptionChecks<FetchOptions> = { ...adapterChecks, clientAddress: checks.callable }

/** The headers of a request by their names in lower case. */
export function requestHeaders(given: Headers): Record<string, string> {
  const headers: Record<string, string> = {}
  given.forEach((value, name) => {
    headers[name] = headerText(value)
  })
  return headers
}

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
  const basePath = options.basePath ?? dispatcher.basePath
  const targetOf = createTargetReader({ ...options, basePath })
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
        if (hasBody(request)) arriving = receiveBody(memory, options)
        const given = received(request, url, arriving, options)
        if (target === undefined) {
          const page = await options.pages?.({ ...given, url: url.pathname + url.search })
          if (page !== undefined) return pageResponse(page, request)
          if (options.fallback !== undefined) return await options.fallback(request)
          throw outsideInterface(basePath)
        }
        return await dispatcher.dispatch({ ...target, ...given, signal: request.signal })
      } catch (error) {
        const reportError = (thrown: unknown) => report(thrown, requestLine(request.method, request.url))
        return failureResponse(error, reportError, dispatcher.translateError)
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

/** What pages and endpoints learn of a request. */
function received(
  request: Request,
  url: URL,
  arriving: ArrivingBody | undefined,
  options: FetchOptions,
): Omit<PageRequest, 'url'> {
  const headers = requestHeaders(request.headers)
  const forwarded = forwardedClient(headers, Number(options.trustProxy ?? 0))
  return {
    method: request.method,
    headers,
    body: arriving && requestBody(request, arriving, options),
    remoteAddress: forwarded.address ?? options.clientAddress?.(request),
    secure: forwarded.secure ?? (url.protocol === 'https:' ? true : undefined),
  }
}

function pageResponse({ status, headers, body }: PageResponse, { method }: Request): Response {
  const list = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of typeof value === 'string' ? [value] : value) list.append(name, each)
  }
  return new Response(method === 'HEAD' || body === '' ? null : body, { status, headers: list })
}
