import type { Principal } from '../access/principal.js'
import type { Router } from '../registry/router.js'
import type { RestRequest, RestResponse } from '../request.js'
import { bodyValue } from '../resource/items.js'
import type { RestError } from '../rest-error.js'
import { accept, type ResolvedRequest } from './accept.js'
import { authenticate } from './authenticate.js'
import { type DispatchContext, toRestError } from './dispatch-context.js'
import { embedLinks, parseEmbed } from './embed.js'
import { failureResponse } from './failure-response.js'
import { finishResponse } from './finish-response.js'
import type { GatheredRequest } from './gathered-request.js'
import { noteIncomplete } from './incomplete-responses.js'
import { jsonpCallback } from './jsonp.js'
import { perform } from './perform.js'
import { type PreparedRequest, prepareRequest } from './prepare-request.js'
import { discardAll } from './read-body.js'
import { asEnvelope, errorOutcome, type Outcome } from './reply.js'
import { keepResponse, keptResponse } from './response-cache.js'

/** The whole way of a request, stage by stage. It never rejects, whatever it is given. */
export async function dispatch<T = unknown>(request: RestRequest, d: DispatchContext): Promise<RestResponse<T>> {
  return (await respond(request, d)) as RestResponse<T>
}

async function respond(request: RestRequest, d: DispatchContext): Promise<RestResponse> {
  try {
    const prepared = prepareRequest(request, d.known)
    const { query } = prepared
    const cache = prepared.method === 'GET' && request.principal === undefined ? d.cache : undefined
    const revision = cache?.revision() ?? 0
    let principal: Principal | undefined
    let accepted: ResolvedRequest | undefined
    let isCacheable = false
    let callback: string | undefined
    let outcome: Outcome
    try {
      const authenticating = authenticate(request, d.authenticators)
      principal = authenticating instanceof Promise ? await authenticating : authenticating
      if (cache !== undefined) {
        const kept = keptResponse(prepared, principal, cache)
        if (kept !== undefined) return kept
      }
      callback = jsonpCallback(query)
      const accepting = accept(prepared, principal, d)
      accepted = accepting instanceof Promise ? await accepting : accepting
      const emptyOptions = prepared.method === 'OPTIONS' && accepted.route === undefined
      const performing = emptyOptions
        ? { ...errorOutcome(accepted.error as RestError), status: 200, body: [] }
        : perform(accepted, d)
      outcome = performing instanceof Promise ? await performing : performing
      isCacheable = accepted.endpoint?.cacheable === true && outcome.status === 200
      const selection = prepared.method === 'GET' && !prepared.head ? parseEmbed(query['_embed']) : undefined
      if (selection !== undefined && outcome.status < 300 && accepted.request !== undefined) {
        const caller = accepted.request
        const fetch = async (path: string, params: Record<string, unknown>) => {
          if (d.router.match(path) === undefined) return undefined
          isCacheable &&= isCacheablePath(path, d.router)
          return (await caller.dispatch({ method: 'GET', path, query: params })).body
        }
        outcome = { ...outcome, body: await embedLinks(bodyValue(outcome.body), selection, d.baseUrl, fetch) }
      }
    } catch (thrown) {
      outcome = errorOutcome(toRestError(thrown, request, d))
    }
    const received = accepted?.request?.received
    if (received !== undefined && received.length > 0) await discardAll(received)
    if (query['_envelope'] !== undefined) outcome = enveloped(outcome, d)
    // Whoever could not be authenticated may be anybody.
    const input = accepted?.request
    const response = write(outcome, prepared, callback, principal?.authenticated !== false, input, d)
    if (input?.incomplete === true) noteIncomplete(response)
    else if (isCacheable && cache !== undefined && principal !== undefined)
      keepResponse(prepared, principal, response, cache, revision)
    return response
  } catch (thrown) {
    return failureResponse(toRestError(thrown, request, d), () => {})
  }
}

/** Whether what is embedded from a path may be kept with what it is embedded in. */
function isCacheablePath(path: string, router: Router): boolean {
  return (
    router.match(path)?.route.endpoints.every(({ methods, cacheable }) => cacheable || !methods.includes('GET')) ?? true
  )
}

/** An answer within another one, whose headers for caches hold for that one as well. */
function enveloped(outcome: Outcome, d: DispatchContext): Outcome {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(outcome.headers)) {
    if (/^(?:cache-control|vary)$/i.test(name)) headers[name] = value
  }
  return { status: 200, headers, body: asEnvelope(outcome, d.names), linkHeader: [], state: undefined }
}

/** Stage 12. An answer that cannot be written is an error as well; callers in process may never need it written. */
function write(
  outcome: Outcome,
  prepared: PreparedRequest,
  callback: string | undefined,
  isPrivate: boolean,
  input: GatheredRequest | undefined,
  d: DispatchContext,
): RestResponse {
  try {
    const response = finishResponse(outcome, prepared, callback, isPrivate, input, d)
    if (prepared.request.principal === undefined) response.text()
    // Made now, so that what fails in it is an error of this request.
    else bodyValue(outcome.body)
    return response
  } catch (thrown) {
    return finishResponse(
      errorOutcome(toRestError(thrown, prepared.request, d)),
      prepared,
      callback,
      isPrivate,
      input,
      d,
    )
  }
}
