import { newDictionary } from '../params/dictionary.js'
import type { Endpoint } from '../registry/route.js'
import type { ParamSources } from './param-sources.js'
import type { Refusals } from './refusals.js'

/** The stage `sanitize`: merges the defaults, by default those of the endpoint, and all sources, without refused arguments. */
export function sanitizeArguments(
  endpoint: Endpoint,
  sources: ParamSources,
  refusals: Refusals,
  defaults: Endpoint['defaults'] = endpoint.defaults,
): Readonly<Record<string, unknown>> {
  const params = newDictionary()
  for (const name in defaults) params[name] = defaults[name]
  for (let i = sources.length - 1; i >= 0; i--) {
    const source = sources[i] as Readonly<Record<string, unknown>>
    for (const name in source) {
      if (!Object.hasOwn(source, name) || source[name] === undefined || refusals.has(name)) continue
      const arg = endpoint.argsByName.get(name)
      const value = source[name]
      if (arg === undefined) params[name] = value
      else params[name] = (value === null ? arg.forNull() : undefined) ?? arg.compiled.sanitize(value)
    }
  }
  return params
}
