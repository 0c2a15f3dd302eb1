import type { Router } from '../registry/router.js'
import type { RestRequest, RestResponse } from '../request.js'
import { bodyValue } from '../resource/items.js'
import type { RestError } from '../rest-error.js'
import { accept } from './accept.js'
import { authenticate } from './authenticate.js'
import { type Dispatching, toRestError } from './dispatching.js'
import { embedLinks, parseEmbed } from './embed.js'
import { finishResponse } from './finish-response.js'
import { jsonpCallback } from './jsonp.js'
import { perform } from './perform.js'
import { type PreparedRequest, prepareRequest } from './prepare-request.js'
import { asEnvelope, errorOutcome, type Outcome } from './reply.js'
import { keepResponse, keptResponse } from './response-cache.js'

/** The whole way of a request, stage by stage. */
export async function dispatch(request: RestRequest, d: Dispatching): Promise<RestResponse> {
  let prepared = prepareRequest(request, d.known)
  const { query } = prepared
  let pure = false
  const mark = d.cache?.mark() ?? 0
  if (d.cache !== undefined && prepared.method === 'GET' && request.principal === undefined) {
    try {
      prepared = { ...prepared, principal: await authenticate(request, d.authenticators) }
    } catch (thrown) {
      return finishResponse(errorOutcome(toRestError(thrown, request, d)), prepared, undefined, d)
    }
    const kept = keptResponse(prepared, d.cache)
    if (kept !== undefined) return kept
  }
  let callback: string | undefined
  let outcome: Outcome
  try {
    callback = jsonpCallback(query)
    const accepting = accept(prepared, d)
    const accepted = accepting instanceof Promise ? await accepting : accepting
    const emptyOptions = prepared.method === 'OPTIONS' && accepted.route === undefined
    const performing = emptyOptions
      ? { ...errorOutcome(accepted.error as RestError), status: 200, body: [] }
      : perform(accepted, d)
    outcome = performing instanceof Promise ? await performing : performing
    pure = accepted.endpoint?.pure === true && outcome.status === 200
    const selection = prepared.method === 'GET' && !prepared.head ? parseEmbed(query['_embed']) : undefined
    if (selection !== undefined && outcome.status < 300 && accepted.request !== undefined) {
      const caller = accepted.request
      const fetch = async (path: string, params: Record<string, unknown>) => {
        if (d.router.match(path) === undefined) return undefined
        pure &&= isPure(path, d.router)
        return (await caller.dispatch({ method: 'GET', path, query: params })).body
      }
      outcome = { ...outcome, body: await embedLinks(bodyValue(outcome.body), selection, d.baseUrl, fetch) }
    }
  } catch (thrown) {
    outcome = errorOutcome(toRestError(thrown, request, d))
  }
  if (query['_envelope'] !== undefined) {
    outcome = { status: 200, headers: {}, body: asEnvelope(outcome, d.names), linkHeader: [], state: undefined }
  }
  const response = write(outcome, prepared, callback, d)
  if (pure && d.cache !== undefined) keepResponse(prepared, response, d.cache, mark)
  return response
}

/** Whether what is embedded from a path may be kept with what it is embedded in. */
function isPure(path: string, router: Router): boolean {
  return router.match(path)?.route.endpoints.every(({ methods, pure }) => pure || !methods.includes('GET')) ?? true
}

/** Stage 12. An answer that cannot be written is an error as well; callers in process may never need it written. */
function write(
  outcome: Outcome,
  prepared: PreparedRequest,
  callback: string | undefined,
  d: Dispatching,
): RestResponse {
  try {
    const response = finishResponse(outcome, prepared, callback, d)
    if (prepared.request.principal === undefined) response.text()
    // Made now, so that what fails in it is an error of this request.
    else bodyValue(outcome.body)
    return response
  } catch (thrown) {
    return finishResponse(errorOutcome(toRestError(thrown, prepared.request, d)), prepared, callback, d)
  }
}
