import { isPromise } from '../maybe-promise.js'
import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import { BareRefusal, RestError } from '../rest-error.js'
import type { DispatchContext } from './dispatch-context.js'
import type { ParamSources } from './param-sources.js'
import type { Refusals } from './refusals.js'
import { toRestError } from './to-rest-error.js'

const NONE: Refusals = new Map()

/** The stage `validate`: checks the arguments of all sources against their schemas. */
export function validateArguments(endpoint: Endpoint, sources: ParamSources): Refusals {
  let refusals: Map<string, RestError> | undefined
  for (const source of sources) {
    for (const name in source) {
      const arg = endpoint.argsByName.get(name)
      const value = source[name]
      if (arg === undefined || value === undefined || refusals?.has(name) || !Object.hasOwn(source, name)) continue
      if (value === null && arg.forNull() !== undefined) continue
      const error = arg.compiled.validate(value, name)
      if (error !== undefined) {
        refusals ??= new Map()
        refusals.set(name, error)
      }
    }
  }
  for (const { name, compiled } of endpoint.refusedDefaults) {
    const error = sources.some(source => Object.hasOwn(source, name))
      ? undefined
      : compiled.validate(endpoint.defaults[name], name)
    if (error !== undefined) refusals = new Map([[name, error], ...(refusals ?? NONE)])
  }
  return refusals ?? NONE
}

/**
 * The second part of the stage `validate`: runs the validators of arguments that were sent and match their schemas. Resolves
 * with the error for the arguments that they refuse, and for those that were `refused` before.
 */
export async function runValidators(
  endpoint: Endpoint,
  request: HandlerRequest,
  context: Pick<DispatchContext, 'translateError' | 'reportError' | 'reportedErrors' | 'argumentsCheckedFirst'>,
  refused: Refusals = NONE,
): Promise<RestError | undefined> {
  const refusals = new Map(refused)
  try {
    for (const { name, validator } of endpoint.args) {
      if (validator === undefined || refused.has(name) || !request.has(name)) continue
      if (refused.size > 0 && endpoint.validatedLast.includes(name)) continue
      // Awaiting only promises keeps concurrent requests in order.
      const checked = validator(request.params[name], request)
      const error = isPromise(checked) ? await checked : checked
      if (error !== undefined) refusals.set(name, error)
    }
  } catch (thrown) {
    if (refused.size === 0) return toRestError(thrown, request, context)
  }
  return invalidArguments(refusals, checkedFirst(endpoint, context))
}

/** The arguments of an endpoint that are validated before others; none unless the registry names some. */
export const checkedFirst = (
  { validatedFirst }: Endpoint,
  { argumentsCheckedFirst: named }: Pick<DispatchContext, 'argumentsCheckedFirst'>,
): ReadonlySet<string> => (validatedFirst === undefined || named.size === 0 ? named : new Set(validatedFirst))

/** The error for refused arguments, or for those out of `first` if there are any; undefined if none is refused. */
export function invalidArguments(refusals: Refusals, first?: ReadonlySet<string>): RestError | undefined {
  if (refusals.size === 0) return undefined
  const named = first && new Map([...refusals].filter(([name]) => first.has(name)))
  return invalidParams(named !== undefined && named.size > 0 ? named : refusals)
}

/** Creates one error for all refused arguments, with messages in `params` and codes in `details` (specification section 7). */
export function invalidParams(refusals: Refusals): RestError {
  const params: Record<string, string> = {}
  const details: Record<string, unknown> = {}
  for (const [name, error] of refusals) {
    params[name] = error.message
    if (!(error instanceof BareRefusal)) details[name] = error.toBody()
  }
  return new RestError('rest_invalid_param', `Invalid parameter(s): ${[...refusals.keys()].join(', ')}`, 400, {
    data: { params, details: Object.keys(details).length === 0 ? [] : details },
  })
}
