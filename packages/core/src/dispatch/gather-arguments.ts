import { isWithinLimits } from '../params/query-limits.js'
import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import type { RequestBody } from '../request.js'
import type { RestError } from '../rest-error.js'
import type { DispatchContext } from './dispatch-context.js'
import { type Incoming, IncomingRequest, type RequestInput } from './incoming-request.js'
import { limitArguments } from './limit-arguments.js'
import type { MatchedEndpoint } from './match-route.js'
import { paramSources } from './param-sources.js'
import { permit } from './permit.js'
import { type BodyParams, noBody, readBody } from './read-body.js'
import type { Refusals } from './refusals.js'
import { sanitizeArguments } from './sanitize-arguments.js'
import { toRestError } from './to-rest-error.js'
import { invalidArguments, validateArguments } from './validate-arguments.js'
import { requireScope } from './within-scope.js'

/** The parameters of a request by source, not validated yet, and its body. */
export interface GatheredArguments extends Omit<RequestInput, 'params'> {
  /** The error that ended gathering, such as that of an unreadable body. */
  readonly error: RestError | undefined
}

/**
 * The stage `gather arguments`: reads the body and collects the parameters of all sources. If the query exceeds the
 * limits, only the path counts; if the body cannot be read, the path and the query.
 */
export async function gatherArguments(
  incoming: Incoming,
  match: MatchedEndpoint,
  context: DispatchContext,
): Promise<GatheredArguments> {
  const { request, target } = incoming
  const { endpoint } = match
  const { query } = target
  const excess = queryExcess(request.query, query, endpoint, context)
  if (excess !== undefined) return exceeding(match, noBody, excess)
  if (request.body === undefined) return gathered(match, noBody, query)
  let body: BodyParams
  try {
    body = await readRequestBody(request.body, incoming, match, context)
  } catch (thrown) {
    return gathered(match, noBody, query, toRestError(thrown, request, context))
  }
  if (target.method === 'GET') {
    const refusals = limitArguments(body.params, endpoint, context.limits)
    if (refusals.size > 0) return exceeding(match, body, refusals)
  }
  return gathered(match, body, query)
}

const gathered = (
  { endpoint, params }: MatchedEndpoint,
  body: BodyParams,
  query: RequestInput['query'],
  error?: RestError,
): GatheredArguments => ({ query, sources: paramSources(endpoint, body.params, query, params), body, error })

const exceeding = ({ params }: MatchedEndpoint, body: BodyParams, refusals: Refusals): GatheredArguments => ({
  query: {},
  sources: [params],
  body,
  error: invalidArguments(refusals),
})

/** Only the text of a query is limited: an object comes from code in process. */
function queryExcess(
  text: unknown,
  query: RequestInput['query'],
  endpoint: Endpoint,
  { limits }: DispatchContext,
): Refusals | undefined {
  if (typeof text !== 'string' || isWithinLimits(text, limits)) return undefined
  const refusals = limitArguments(query, endpoint, limits)
  return refusals.size > 0 ? refusals : undefined
}

function readRequestBody(
  body: RequestBody,
  incoming: Incoming,
  match: MatchedEndpoint,
  context: DispatchContext,
): BodyParams | Promise<BodyParams> {
  const { body: options } = match.endpoint
  let request: HandlerRequest | undefined
  const bodiless = () => (request ??= bodilessRequest(incoming, match, context))
  return readBody(body, {
    method: incoming.target.method,
    contentType: incoming.request.headers?.['content-type'] ?? '',
    options,
    maxBytes: options.maxBytes ?? maxBodyBytes(body, incoming, context),
    bodiless,
    admit: async () => {
      requireScope(bodiless(), match.endpoint)
      return options.admit && permit(match.endpoint, bodiless(), context, options.admit)
    },
  })
}

/** The limit of a body in memory: less of what arrives from anonymous callers. */
function maxBodyBytes(
  body: RequestBody | undefined,
  { principal }: Incoming,
  { maxBodyBytes, maxAnonymousBodyBytes }: DispatchContext,
): number {
  return body?.kind !== 'stream' || principal.authenticated
    ? maxBodyBytes
    : Math.min(maxBodyBytes, maxAnonymousBodyBytes)
}

/** The request before its body is read, with the valid parameters of path and query. */
function bodilessRequest(incoming: Incoming, match: MatchedEndpoint, context: DispatchContext): HandlerRequest {
  const { endpoint } = match
  const input = gathered(match, noBody, incoming.target.query)
  const params = sanitizeArguments(endpoint, input.sources, validateArguments(endpoint, input.sources))
  return new IncomingRequest(incoming, { ...input, params }, context)
}
