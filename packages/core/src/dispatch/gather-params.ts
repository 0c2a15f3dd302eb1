import { newDictionary } from '../params/dictionary.js'
import type { Endpoint } from '../registry/route.js'

/**
 * Parameters by where they came from, the strongest first: body, query, path. Defaults are weaker than all of them. A
 * parameter that is `undefined`, as callers in process may write it, is absent.
 */
export type ParamSources = readonly Readonly<Record<string, unknown>>[]

/** Part of stage 4: puts the sources in the order of their strength; empty ones are left out. */
export function gatherParams(
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

/** Merges sources and defaults, sanitizing arguments; those in `refused` are left out. */
export function mergeParams(
  endpoint: Endpoint,
  sources: ParamSources,
  refused: ReadonlySet<string> | undefined,
): Readonly<Record<string, unknown>> {
  const params = newDictionary()
  for (const name in endpoint.defaults) params[name] = endpoint.defaults[name]
  for (let i = sources.length - 1; i >= 0; i--) {
    const source = sources[i] as Readonly<Record<string, unknown>>
    for (const name in source) {
      if (!Object.hasOwn(source, name) || source[name] === undefined || refused?.has(name)) continue
      const arg = endpoint.argsByName.get(name)
      const value = source[name]
      if (arg === undefined) params[name] = value
      else params[name] = value === null && arg.forNull !== undefined ? arg.forNull : arg.compiled.sanitize(value)
    }
  }
  return params
}
