import type { CompiledArg, Endpoint } from '../registry/route.js'
import { RestError } from '../rest-error.js'
import type { ParamSources } from './param-sources.js'

/**
 * The stage `require`: returns one error for all missing required arguments (specification section 7). A null that the
 * schema does not accept counts as missing.
 */
export function requireArguments(endpoint: Endpoint, sources: ParamSources): RestError | undefined {
  const missing: string[] = []
  for (const arg of endpoint.args) {
    if (arg.required && !(arg.name in endpoint.defaults) && !sources.some(source => gives(source, arg)))
      missing.push(arg.name)
  }
  if (missing.length === 0) return undefined
  return new RestError('rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}`, 400, {
    data: { params: missing },
  })
}

function gives(source: Readonly<Record<string, unknown>>, arg: CompiledArg): boolean {
  if (!Object.hasOwn(source, arg.name) || source[arg.name] === undefined) return false
  return source[arg.name] !== null || arg.takesNull()
}
