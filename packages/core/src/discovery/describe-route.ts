import type { Links } from '../links.js'
import type { CompiledArg, Endpoint, Route } from '../registry/route.js'
import type { Schema } from '../schema/index.js'

/** A route as the index and OPTIONS show it (specification section 1). */
export interface RouteDescription {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly unknown[]
  readonly schema?: Schema
  readonly _links?: Links
}

const PRIVATE_KEYS = new Set(['context', 'readonly'])

/** Clients of this interface know an empty map as `[]`. */
function emptyMapsAsLists(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(emptyMapsAsLists)
  const entries = Object.entries(value)
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, inner]) => [key, emptyMapsAsLists(inner)]))
}

function describeArg({ schema, required }: CompiledArg): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) if (!PRIVATE_KEYS.has(key)) shown[key] = emptyMapsAsLists(value)
  shown['required'] = required
  return shown
}

function describeEndpoint(endpoint: Endpoint, batch: boolean): unknown {
  const args = Object.fromEntries(endpoint.args.map(arg => [arg.name, describeArg(arg)]))
  return {
    methods: endpoint.methods,
    ...(batch ? { allow_batch: { v1: true } } : {}),
    args: endpoint.args.length === 0 ? [] : args,
  }
}

/** Describes a route; with `help`, the schema of its resource as well. */
export function describeRoute(route: Route, baseUrl: string, help: boolean): RouteDescription {
  const { namespace, methods, path } = route
  return {
    namespace,
    methods,
    endpoints: route.endpoints.map(each => describeEndpoint(each, route.batch)),
    ...(help && route.schema !== undefined ? { schema: route.schema() } : {}),
    ...(path.literal ? { _links: { self: [{ href: `${baseUrl}${path.pattern}` }] } } : {}),
  }
}
