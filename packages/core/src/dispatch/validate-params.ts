import type { HandlerRequest } from '../registry/definition.js'
import type { CompiledArg, Endpoint } from '../registry/route.js'
import { RestError } from '../rest-error.js'
import type { ParamSources } from './gather-params.js'

/** What was refused, by argument. */
export type Refusals = ReadonlyMap<string, RestError>

const NONE: Refusals = new Map()

/** Stage 6. Holds every argument, wherever it came from, to its schema. */
export function validateParams(endpoint: Endpoint, sources: ParamSources): Refusals {
  let refusals: Map<string, RestError> | undefined
  for (const source of sources) {
    for (const name in source) {
      const arg = endpoint.argsByName.get(name)
      const value = source[name]
      if (arg === undefined || value === undefined || refusals?.has(name) || !Object.hasOwn(source, name)) continue
      if (value === null && arg.forNull !== undefined) continue
      const error = arg.compiled.validate(value, name)
      if (error !== undefined) {
        refusals ??= new Map()
        refusals.set(name, error)
      }
    }
  }
  return refusals ?? NONE
}

/** The arguments' own checks, for values that came and that their schemas accept. */
export async function checkParams(endpoint: Endpoint, request: HandlerRequest): Promise<Refusals> {
  const refusals = new Map<string, RestError>()
  for (const { name, validator: check } of endpoint.args as readonly CompiledArg[]) {
    if (check === undefined || !request.has(name)) continue
    const checked = check(request.params[name], request)
    const error = checked instanceof Promise ? await checked : checked
    if (error !== undefined) refusals.set(name, error)
  }
  return refusals
}

/** One error for all that was refused: reasons in `params`, codes in `details` (specification section 7). */
export function invalidParams(refusals: Refusals): RestError {
  const params: Record<string, string> = {}
  const details: Record<string, unknown> = {}
  for (const [name, error] of refusals) {
    params[name] = error.message
    details[name] = error.toBody()
  }
  return new RestError('rest_invalid_param', `Invalid parameter(s): ${[...refusals.keys()].join(', ')}`, 400, {
    data: { params, details },
  })
}
