import type { Endpoint } from '../registry/route.js'

/**
 * Parameters by source, in order of precedence: body, query, path. All of them override defaults. An `undefined`
 * parameter, which callers in process may pass, counts as absent.
 */
export type ParamSources = readonly Readonly<Record<string, unknown>>[]

/** Collects the sources of a request, without empty ones. */
export function paramSources(
  endpoint: Endpoint,
  body: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
  path: Readonly<Record<string, string>>,
): ParamSources {
  const sources: Readonly<Record<string, unknown>>[] = []
  if (isFilled(body)) sources.push(body)
  if (isFilled(query)) sources.push(query)
  if (isFilled(path)) sources.push(endpoint.pathIntegers.length > 0 ? withIntegers(path, endpoint) : path)
  return sources
}

function withIntegers(path: Readonly<Record<string, string>>, { pathIntegers }: Endpoint): Record<string, unknown> {
  const values: Record<string, unknown> = { ...path }
  for (const name of pathIntegers) values[name] = Number(path[name])
  return values
}

function isFilled(source: object): boolean {
  for (const _ in source) return true
  return false
}
