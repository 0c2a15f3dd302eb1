import type { Endpoint } from '../registry/route.js'
import { RestError } from '../rest-error.js'
import type { ParamSources } from './gather-params.js'

/** Stage 5. All required arguments that are absent, named in one error (specification section 7). */
export function requireParams(endpoint: Endpoint, sources: ParamSources): RestError | undefined {
  const missing: string[] = []
  for (const { name, required } of endpoint.args) {
    if (required && !(name in endpoint.defaults) && !sources.some(source => Object.hasOwn(source, name))) missing.push(name)
  }
  if (missing.length === 0) return undefined
  return new RestError('rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}`, 400, { data: { params: missing } })
}
